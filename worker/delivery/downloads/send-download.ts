import { create as contentDisposition } from "content-disposition";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { LINK_MS, openLink, RESUME_MS, type Link } from "./download-link.ts";
import { continues, decideAnswer, type Stretch } from "./ranges.ts";
import { countDownload, findEntitledVersion, type VersionRow } from "./store.ts";

/**
 * Answers a link with the bytes it is for, straight from R2. Whether the person may have them is asked each time.
 * @throws `not_found` when the link is not this person's or was altered, when the version is not theirs any more or
 *   was withdrawn; `link_expired`; `precondition_failed`
 */
export async function sendDownload(
  ctx: UserCtx,
  input: { token: string; method: string; headers: Headers },
): Promise<Response> {
  const { userId } = ctx.actor;
  const link = openLink(ctx.config.auth.secrets, userId, input.token);
  if (!link) throw fail("not_found", { reason: "the link is not this person's" });
  const { versionId, issuedAt } = link;
  const found = await findEntitledVersion(ctx.db, { userId, versionId, now: ctx.now });
  if (!found) throw fail("not_found", { reason: "no version of that id for this person" });
  const { version, lastAt } = found;
  const etag = `"${version.sha256}"`;
  const hasBegun = lastAt !== null && lastAt >= issuedAt;
  refuseExpired(ctx.now, link, hasBegun && continues(input.headers, etag));

  const answer = decideAnswer({ ...input, etag, size: version.size });
  const headers = headersOf(version, etag);
  if (answer === 412) throw fail("precondition_failed");
  if (answer === 304) return new Response(null, { status: 304, headers });
  if (answer === 416) {
    headers.set("content-range", `bytes */${version.size}`);
    return new Response(null, { status: 416, headers });
  }
  const stretch = answer === 200 ? undefined : answer;
  headers.set("content-length", String(stretch?.length ?? version.size));
  if (stretch) headers.set("content-range", describe(stretch, version.size));
  const body = input.method === "HEAD" ? null : await openBytes(ctx, version, stretch);
  if (body && !hasBegun) ctx.defer(count(ctx, link));
  return new Response(body, { status: stretch ? 206 : 200, headers });
}

function refuseExpired(now: number, { issuedAt }: Link, isResumed: boolean): void {
  const age = now - issuedAt;
  if (age >= RESUME_MS || (age >= LINK_MS && !isResumed)) throw fail("link_expired");
}

/** Types that no browser runs, whatever is in them. Everything else is bytes and nothing more. */
const INERT =
  /^(?:(?:audio|video|font)\/[\w.+-]+|image\/(?!svg)[\w.+-]+|text\/(?:plain|csv)|application\/(?:pdf|zip|gzip|epub\+zip))$/;

function headersOf({ fileName, contentType }: VersionRow, etag: string): Headers {
  return new Headers({
    etag,
    "accept-ranges": "bytes",
    "content-type": INERT.test(contentType) ? contentType : "application/octet-stream",
    "content-disposition": contentDisposition(fileName),
    // no-transform: whoever compresses on the way takes the length, the ranges and the strong tag away.
    "cache-control": "private, no-store, no-transform",
  });
}

function describe({ offset, length }: Stretch, size: number): string {
  return `bytes ${offset}-${offset + length - 1}/${size}`;
}

async function openBytes(
  ctx: UserCtx,
  { r2Key }: VersionRow,
  range: Stretch | undefined,
): Promise<ReadableStream> {
  const object = await ctx.files.get(r2Key, range && { range });
  if (!object) throw fail("internal", { reason: `R2 has no ${r2Key}` });
  return object.body;
}

async function count(ctx: UserCtx, { versionId, issuedAt }: Link): Promise<void> {
  const { userId } = ctx.actor;
  try {
    await commit(
      ctx.db,
      countDownload(ctx.db, { userId, versionId, since: issuedAt, now: ctx.now }),
    );
  } catch (error) {
    logEvent("error", "download_not_counted", { version: versionId, error: summarizeError(error) });
  }
}
