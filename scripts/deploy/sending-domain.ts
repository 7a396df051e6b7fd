/** A domain of Cloudflare's Email Sending. `unknown`: the token may not read it. */
export type SendingDomain = { state: "enabled" } | { state: "disabled" } | { state: "unknown" };

type Zone = { id: string; name: string };
type Subdomain = { name: string; enabled: boolean };

/** Whether a domain is a zone's own, or below it. */
export const isInZone = (domain: string, zone: string): boolean =>
  domain === zone || domain.endsWith(`.${zone}`);

/**
 * Looks for the domain of a sender among those that the account sends emails from.
 * @param read asks Cloudflare's API with a path; null if it refuses
 */
export async function findSendingDomain(
  read: <Result>(path: string) => Promise<Result | null>,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<SendingDomain> {
  const zones = await read<Zone[]>(`/accounts/${accountId}/email/sending/zones`);
  if (!zones) return { state: "unknown" };
  const zone = zones.find(({ name }) => isInZone(domain, name));
  if (!zone) return { state: "disabled" };
  const subdomains = await read<Subdomain[]>(`/zones/${zone.id}/email/sending/subdomains`);
  if (!subdomains) return { state: "unknown" };
  return subdomains.some(({ name, enabled }) => enabled && name === domain)
    ? { state: "enabled" }
    : { state: "disabled" };
}
