import { isSignatureOf, signText } from "../../lib/crypto.ts";
import { HOUR, MINUTE } from "../../lib/time.ts";

/** How long a link begins a download. */
export const LINK_MS = 5 * MINUTE;

/** How long what a link began may be resumed, counted from the link's making. */
export const RESUME_MS = 24 * HOUR;

/** What a link is for. Times in unix milliseconds. */
export type Link = { versionId: string; issuedAt: number };

const PURPOSE = "download link";

/**
 * A token that only this person's session opens: who it is for is signed and not said in it.
 * @param secrets `config.auth.secrets`
 */
export function sealLink(secrets: string[], userId: string, link: Link): string {
  const text = `${link.versionId}.${link.issuedAt}`;
  return `${text}.${signText(secrets, PURPOSE, `${userId}.${text}`)}`;
}

/** What the token is for; null where it is not this person's, or was altered. Its age is the caller's matter. */
export function openLink(secrets: string[], userId: string, token: string): Link | null {
  const parts = /^(fiv_[0-9a-z]{26})\.(\d{13})\.([\w-]{43})$/.exec(token);
  const [, versionId = "", issuedAt = "", signature = ""] = parts ?? [];
  if (!isSignatureOf(secrets, PURPOSE, `${userId}.${versionId}.${issuedAt}`, signature))
    return null;
  return { versionId, issuedAt: Number(issuedAt) };
}
