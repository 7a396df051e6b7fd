import { verifySignature, signText } from "../../lib/crypto.ts";
import { HOUR, MINUTE } from "../../lib/time.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { findEntitledVersion } from "./store.ts";

/** How long a link can start a download. */
export const LINK_TTL_MS = 5 * MINUTE;

/** How long a started download can be resumed, counted from the creation of the link. */
export const RESUME_WINDOW_MS = 24 * HOUR;

/** The content of a link token; `issuedAt` in unix milliseconds. */
export type DownloadLink = { versionId: string; issuedAt: number };

const PURPOSE = "download link";

/**
 * Returns a token that works only in this user's sessions. The user id is signed, but not part of the token.
 * @param secrets `config.auth.secrets`
 */
function signDownloadLink(secrets: string[], userId: string, link: DownloadLink): string {
  const text = `${link.versionId}.${link.issuedAt}`;
  return `${text}.${signText(secrets, PURPOSE, `${userId}.${text}`)}`;
}

/** Verifies a token; returns null if it is another user's or was changed. The caller must check its age. */
export function verifyDownloadLink(
  secrets: string[],
  userId: string,
  token: string,
): DownloadLink | null {
  const parts = /^(fiv_[0-9a-z]{26})\.(\d{13})\.([\w-]{43})$/.exec(token);
  const [, versionId = "", issuedAt = "", signature = ""] = parts ?? [];
  if (!verifySignature(secrets, PURPOSE, `${userId}.${versionId}.${issuedAt}`, signature))
    return null;
  return { versionId, issuedAt: Number(issuedAt) };
}

/**
 * Creates a link to a version's bytes that works only for this user, for `LINK_TTL_MS`.
 * @returns `url` at this shop; `expiresAt` in unix milliseconds
 * @throws `not_found` if the user has no access to the version, or it is not available
 */
export async function createDownloadLink(
  ctx: UserCtx,
  input: { id: string },
): Promise<{ url: string; expiresAt: number }> {
  const { userId } = ctx.actor;
  const versionId = input.id;
  const { mode } = ctx.config.stripe;
  if (!(await findEntitledVersion(ctx.db, { userId, versionId, mode, now: ctx.now })))
    throw fail("not_found", { reason: "no version of that id for this user" });
  const token = signDownloadLink(ctx.config.auth.secrets, userId, { versionId, issuedAt: ctx.now });
  return { url: `/api/me/downloads/${token}`, expiresAt: ctx.now + LINK_TTL_MS };
}
