import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { listNonEmptyLegalTexts } from "../../settings/store.ts";
import { countSitemapRows, listSitemapRows } from "./site.query.ts";

/** A sitemap may have 50,000 URLs. The first one has the home page and the legal pages, too. */
export const MAX_ROWS_PER_FILE = 49_990;

/** Few enough statements for a file: ten. */
const ROWS_PER_STATEMENT = 5000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * Returns the shop's sitemap: the home page, legal pages, published pages and products for sale. A large shop's is a
 * list of files, which `streamSitemapFile` returns.
 */
export async function streamSitemap(ctx: Ctx): Promise<ReadableStream<Uint8Array>> {
  const count = await countSitemapRows(ctx.db, ctx.config.stripe.mode);
  const files = Math.ceil(count / MAX_ROWS_PER_FILE);
  if (files <= 1) return streamSitemapFile(ctx, { number: 1 });
  return streamText(async function* () {
    yield `${XML}<sitemapindex ${NAMESPACE}>\n`;
    for (let number = 1; number <= files; number++)
      yield `<sitemap><loc>${ctx.config.origin}/sitemaps/${number}.xml</loc></sitemap>\n`;
    yield "</sitemapindex>\n";
  });
}

/**
 * Returns one file of the sitemap. It is read and sent in parts, so it never is in memory as a whole.
 * @param input.number from 1
 * @throws `not_found` beyond the last file
 */
export async function streamSitemapFile(
  ctx: Ctx,
  { number }: { number: number },
): Promise<ReadableStream<Uint8Array>> {
  const { origin, stripe } = ctx.config;
  const list = (after: string, limit: number, offset = 0) =>
    listSitemapRows(ctx.db, { mode: stripe.mode, after, limit, offset });
  let after = "";
  if (number < 1) throw fail("not_found", { reason: "files are numbered from 1" });
  if (number > 1) {
    const [before] = await list("", 1, (number - 1) * MAX_ROWS_PER_FILE - 1);
    if (!before) throw fail("not_found", { reason: "the sitemap has fewer files" });
    after = before.id;
  }
  const legalTexts = number === 1 ? await listNonEmptyLegalTexts(ctx.db) : [];
  const toEntry = (path: string, updatedAt: number) =>
    `<url><loc>${origin}${path}</loc><lastmod>${new Date(updatedAt).toISOString()}</lastmod></url>\n`;
  return streamText(async function* () {
    yield `${XML}<urlset ${NAMESPACE}>\n`;
    // The home page changes with what it lists, and each of those has its own time.
    if (number === 1) yield `<url><loc>${origin}/</loc></url>\n`;
    for (const { page, updatedAt } of legalTexts) yield toEntry(`/legal/${page}`, updatedAt);
    for (let left = MAX_ROWS_PER_FILE; left > 0;) {
      const limit = Math.min(ROWS_PER_STATEMENT, left);
      const rows = await list(after, limit);
      yield rows.map(({ path, updatedAt }) => toEntry(path, updatedAt)).join("");
      after = rows.at(-1)?.id ?? after;
      left = rows.length < limit ? 0 : left - rows.length;
    }
    yield "</urlset>\n";
  });
}

/** Makes a stream that asks for the next part of a text only when it is read. */
function streamText(write: () => AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const parts = write();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
