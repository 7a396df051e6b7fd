/**
 * Returns where a visit to a permanent link came from, in one line: `ref=podcast, utm_source=news`.
 * @param referral as it is stored: the JSON of an object of texts
 */
export function describeReferral(referral: string): string {
  return Object.entries(JSON.parse(referral) as Record<string, string>)
    .map((entry) => entry.join("="))
    .join(", ");
}
