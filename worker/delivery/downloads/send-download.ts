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
import { isResumeRequest, sendRange, type ByteRange } from "./ranges.ts";
import { savedNameField } from "../../shared/file-text-fields.ts";
import { mapTranslations } from "../../translations/translate.ts";
import { findEntitledVersion, incrementDownloads, type VersionRow } from "./store.ts";
import { translateSavedName } from "./translate-file.ts";

/**
 * Sends the bytes of a download link from R2, under the file's name in the language of `ctx.texts`. Checks the user's
 * access on every request.
 * @param input.isShown whether the browser shows or plays the file, if that is safe, instead of saving it. A player asks
 *   for other parts as long as it plays, without naming the version
 * @throws `not_found` if the link is another user's or was changed, or if the user lost access or the version was
 *   withdrawn; `link_expired`; `precondition_failed`
 */
export async function sendDownload(
  ctx: UserCtx,
  input: { token: string; method: string; headers: Headers; isShown: boolean },
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
  const { benefitId, lastAt } = found;
  const translate = await mapTranslations(ctx, {
    ids: [benefitId],
    fields: [savedNameField(versionId)],
  });
  const version = {
    ...found.version,
    fileName: translateSavedName(translate, { benefitId, version: found.version }),
  };
  const etag = `"${version.sha256}"`;
  const hasStarted = lastAt !== null && lastAt >= issuedAt;
  const isPlayed = input.isShown && input.headers.has("range");
  const isContinued = hasStarted && (isPlayed || isResumeRequest(input.headers, etag));
  assertLinkNotExpired(ctx.now, link, isContinued);

  const response = await sendRange({
    ...input,
    etag,
    size: version.size,
    answer: input.isShown ? shownHeadersOf(version) : headersOf(version),
    open: (range) => openObject(ctx, version, range),
  });
  if (response.body && !hasStarted) ctx.defer(recordDownload(ctx, link));
  return response;
}

function assertLinkNotExpired(now: number, { issuedAt }: DownloadLink, isResumed: boolean): void {
  const age = now - issuedAt;
  if (age >= RESUME_WINDOW_MS || (age >= LINK_TTL_MS && !isResumed)) throw fail("link_expired");
}

/** Content types that browsers never execute. Everything else is sent as `application/octet-stream`. */
const SAFE_CONTENT_TYPES =
  /^(?:(?:audio|video|font)\/[\w.+-]+|image\/(?!svg)[\w.+-]+|text\/(?:plain|csv)|application\/(?:pdf|zip|gzip|epub\+zip))$/;

function headersOf({ fileName, contentType }: VersionRow): Headers {
  return new Headers({
    "content-type": SAFE_CONTENT_TYPES.test(contentType) ? contentType : "application/octet-stream",
    "content-disposition": contentDisposition(fileName),
    // no-transform: a proxy that compresses would remove the length, range support and the strong entity tag.
    "cache-control": "private, no-store, no-transform",
  });
}

/** Content types that browsers show or play without running what is in them. */
const SHOWN_CONTENT_TYPES = /^(?:(?:audio|video)\/[\w.+-]+|application\/pdf)$/;

/**
 * The reader of PDFs in Chrome is a plugin in a page of its own, with styles in it. A sandbox would block it, so a PDF
 * gets nothing but that. https://issues.chromium.org/issues/41131921
 */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

function shownHeadersOf(version: VersionRow): Headers {
  const headers = headersOf(version);
  const { contentType, fileName } = version;
  if (!SHOWN_CONTENT_TYPES.test(contentType)) return headers;
  headers.set("content-disposition", contentDisposition(fileName, { type: "inline" }));
  if (contentType === "application/pdf") headers.set("content-security-policy", PDF_POLICY);
  return headers;
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
