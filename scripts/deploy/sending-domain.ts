/** The state of a domain in Cloudflare's Email Sending. `unknown`: the token may not read it. */
export type SendingState = "enabled" | "disabled" | "unknown";

type Zone = { id: string; name: string };
type Subdomain = { name: string; enabled: boolean };

/** Returns the domain of a sender such as `Fern <shop@fern.example>`, in lower case; undefined if there is none. */
export function readSenderDomain(from: string): string | undefined {
  return /^(?:[^<>]*<)?[^\s<>@]+@([^\s<>@]+\.[^\s<>@]+?)>?$/.exec(from.trim())?.[1]?.toLowerCase();
}

/** Whether a domain is a zone's own, or below it. */
export const isInZone = (domain: string, zone: string): boolean =>
  domain === zone || domain.endsWith(`.${zone}`);

/**
 * Looks for the domain of a sender among those that the account sends emails from.
 * @param read asks Cloudflare's API with a path; null if it refuses
 */
export async function findSendingState(
  read: <Result>(path: string) => Promise<Result | null>,
  { accountId, domain }: { accountId: string; domain: string },
): Promise<SendingState> {
  const zones = await read<Zone[]>(`/accounts/${accountId}/email/sending/zones`);
  if (!zones) return "unknown";
  const zone = zones.find(({ name }) => isInZone(domain, name));
  if (!zone) return "disabled";
  const subdomains = await read<Subdomain[]>(`/zones/${zone.id}/email/sending/subdomains`);
  if (!subdomains) return "unknown";
  return subdomains.some(({ name, enabled }) => enabled && name === domain)
    ? "enabled"
    : "disabled";
}
