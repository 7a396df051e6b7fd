import { verifySignature, signText } from "../../lib/crypto.ts";
import { HOUR, MINUTE } from "../../lib/time.ts";

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
export function signDownloadLink(secrets: string[], userId: string, link: DownloadLink): string {
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
