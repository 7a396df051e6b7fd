import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { renderMarkdown } from "../../lib/markdown.ts";
import {
  listProductsThatGive,
  type GivingProduct,
} from "../../catalog/list-products-with-benefits.ts";
import type { AccessReason } from "../../access/policy.ts";
import { findPublishedPage } from "./store.ts";

/** A page in a reader's hands; times in unix milliseconds. Who may not read it gets the excerpt and the way to buy. */
export type ShownPage = {
  slug: string;
  title: string;
  publishedAt: number | null;
  updatedAt: number;
} & (
  | {
      access: "open";
      bodyHtml: string;
      /** Of several grants that open it, the one that lasts longest. */
      why: {
        reason: AccessReason;
        since: number;
        until: number | null;
        /** What it is part of, in the reader's library. */
        entryId: string;
        product: { slug: string; name: string } | null;
      };
    }
  | { access: "closed"; excerptHtml: string; products: GivingProduct[] }
);

/**
 * A published page, for whoever asks.
 * @param input.userId null for a visitor
 * @throws `not_found` for drafts, archived pages and slugs nobody has
 */
export async function showPage(
  ctx: Ctx,
  input: { slug: string; userId: string | null },
): Promise<ShownPage> {
  const row = await findPublishedPage(ctx.db, { ...input, now: ctx.now });
  if (!row) throw fail("not_found", { reason: "no published page of that slug" });
  const { slug, title, publishedAt, updatedAt, grant, product } = row;
  const page = { slug, title, publishedAt, updatedAt };
  if (grant === null) {
    const benefitIds = JSON.parse(row.benefitIds) as string[];
    return {
      ...page,
      access: "closed",
      excerptHtml: renderMarkdown(row.excerpt),
      products: await listProductsThatGive(ctx, { benefitIds }),
    };
  }
  return {
    ...page,
    access: "open",
    bodyHtml: renderMarkdown(row.body),
    why: {
      reason: grant.reason as AccessReason,
      since: grant.grantedAt,
      until: grant.endsAt,
      entryId: grant.sourceId,
      product,
    },
  };
}
