/** The parameters of a link's URL that say where a visit came from. */
const referralKeys = [
  "ref",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
] as const;

/** Together with the names, all of them fit into a value of Stripe's metadata: 500 characters. */
const MAX_LENGTH = 60;

/**
 * Returns where a visit came from, as the JSON of an object such as `{"ref":"newsletter"}`; null if the query says
 * nothing. Quotes, backslashes and control characters are left out.
 */
export function readReferral(query: Record<string, string | undefined>): string | null {
  const entries = referralKeys.flatMap((key) => {
    const value = query[key]
      ?.replaceAll(/["\\\p{C}]/gu, "")
      .trim()
      .slice(0, MAX_LENGTH);
    return value ? [[key, value] as const] : [];
  });
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}

/** Returns the code of the permanent link that this path of the shop opens; undefined for any other path. */
export const readLinkCode = (pathname: string): string | undefined =>
  /^\/buy\/(\w+)$/.exec(pathname)?.[1];

/** Returns the path of a permanent link that has this referral in its query. */
export function toLinkPath(code: string, referral: string | null): string {
  const query =
    referral === null ? "" : new URLSearchParams(JSON.parse(referral) as Record<string, string>);
  return `/buy/${code}${query && `?${query}`}`;
}
