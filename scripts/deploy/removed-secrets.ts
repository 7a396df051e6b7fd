import { toResult, type CloudflareAccount } from "./cloudflare-api.ts";
import { secretNames } from "./settings.ts";

/** Cloudflare's code for a Worker that the account lacks. */
const NO_WORKER = 10007;

/** The Worker's secrets that the settings no longer have. */
export type LeftSecrets = {
  /** Settings of the shop. The deployment removes them. */
  removed: string[];
  /** Anything else that somebody put there. Nothing reads it, and it stays. */
  unknown: string[];
};

/**
 * Finds the secrets of a deployed Worker that the settings no longer have: wrangler keeps each until it is removed.
 * @throws Error if Cloudflare refuses to list them
 */
export async function findLeftSecrets(
  account: CloudflareAccount,
  name: string,
  secrets: Record<string, string>,
): Promise<LeftSecrets> {
  const path = `/workers/scripts/${name}/secrets`;
  const answer = await account.send<{ name: string }[]>("GET", path);
  if (!answer.ok && answer.codes.includes(NO_WORKER)) return { removed: [], unknown: [] };
  const listed = toResult(path, answer).map((secret) => secret.name);
  const left = listed.filter((secret) => !(secret in secrets));
  const isKnown = (secret: string) => (secretNames as readonly string[]).includes(secret);
  return { removed: left.filter(isKnown), unknown: left.filter((secret) => !isKnown(secret)) };
}

/**
 * Returns empty variables in place of removed secrets, which a deployment replaces by them. In the same step as the code:
 * a Worker with a provider's secret but without its other settings refuses its configuration.
 */
export function toEmptyVariables(removed: string[]): Record<string, string> {
  return Object.fromEntries(removed.map((name) => [name, ""]));
}
