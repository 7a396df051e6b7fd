import { create as contentDisposition } from "content-disposition";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import {
  LINK_TTL_MS,
  verifyDownloadLink,
  RESUME_WINDOW_MS,
  type DownloadLink,
} from "./download-link.ts";
import { isResumeRequest, evaluateRangeRequest, type ByteRange } from "./ranges.ts";
import { findEntitledVersion, incrementDownloads, type VersionRow } from "./store.ts";

/**
 * Sends the bytes of a download link from R2. Checks the user's access on every request.
 * @throws `not_found` if the link is another user's or was changed, or if the user lost access or the version was
 *   withdrawn; `link_expired`; `precondition_failed`
 */
export async function sendDownload(
  ctx: UserCtx,
  input: { token: string; method: string; headers: Headers },
): Promise<Response> {
  const { userId } = ctx.actor;
  const link = verifyDownloadLink(ctx.config.auth.secrets, userId, input.token);
  if (!link) throw fail("not_found", { reason: "the link belongs to another user" });
  const { versionId, issuedAt } = link;
  const found = await findEntitledVersion(ctx.db, {
    userId,
    versionId,
    mode: ctx.config.stripe.mode,
    now: ctx.now,
  });
  if (!found) throw fail("not_found", { reason: "no version of that id for this user" });
  const { version, lastAt } = found;
  const etag = `"${version.sha256}"`;
  const hasStarted = lastAt !== null && lastAt >= issuedAt;
  assertLinkNotExpired(ctx.now, link, hasStarted && isResumeRequest(input.headers, etag));

  const answer = evaluateRangeRequest({ ...input, etag, size: version.size });
  const headers = headersOf(version, etag);
  if (answer === 412) throw fail("precondition_failed");
  if (answer === 304) return new Response(null, { status: 304, headers });
  if (answer === 416) {
    headers.set("content-range", `bytes */${version.size}`);
    return new Response(null, { status: 416, headers });
  }
  const range = answer === 200 ? undefined : answer;
  headers.set("content-length", String(range?.length ?? version.size));
  if (range) headers.set("content-range", formatContentRange(range, version.size));
  const body = input.method === "HEAD" ? null : await openObject(ctx, version, range);
  if (body && !hasStarted) ctx.defer(recordDownload(ctx, link));
  return new Response(body, { status: range ? 206 : 200, headers });
}

function assertLinkNotExpired(now: number, { issuedAt }: DownloadLink, isResumed: boolean): void {
  const age = now - issuedAt;
  if (age >= RESUME_WINDOW_MS || (age >= LINK_TTL_MS && !isResumed)) throw fail("link_expired");
}

/** Content types that browsers never execute. Everything else is sent as `application/octet-stream`. */
const SAFE_CONTENT_TYPES =
  /^(?:(?:audio|video|font)\/[\w.+-]+|image\/(?!svg)[\w.+-]+|text\/(?:plain|csv)|application\/(?:pdf|zip|gzip|epub\+zip))$/;

function headersOf({ fileName, contentType }: VersionRow, etag: string): Headers {
  return new Headers({
    etag,
    "accept-ranges": "bytes",
    "content-type": SAFE_CONTENT_TYPES.test(contentType) ? contentType : "application/octet-stream",
    "content-disposition": contentDisposition(fileName),
    // no-transform: a proxy that compresses would remove the length, range support and the strong entity tag.
    "cache-control": "private, no-store, no-transform",
  });
}

function formatContentRange({ offset, length }: ByteRange, size: number): string {
  return `bytes ${offset}-${offset + length - 1}/${size}`;
}

async function openObject(
  ctx: UserCtx,
  { r2Key }: VersionRow,
  range: ByteRange | undefined,
): Promise<ReadableStream> {
  const object = await ctx.files.get(r2Key, range && { range });
  if (!object) throw fail("internal", { reason: `R2 has no ${r2Key}` });
  return object.body;
}

async function recordDownload(ctx: UserCtx, { versionId, issuedAt }: DownloadLink): Promise<void> {
  const { userId } = ctx.actor;
  try {
    // oxlint-disable-next-line gatehouse/record-change -- counts a download of the user
    await commit(
      ctx.db,
      incrementDownloads(ctx.db, { userId, versionId, since: issuedAt, now: ctx.now }),
    );
  } catch (error) {
    logEvent(
      "error",
      "download.not_counted",
      { file_version: versionId, error: summarizeError(error) },
      ctx,
    );
  }
}
