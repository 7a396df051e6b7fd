import type { CommandRunner } from "./runner.ts";
import { secretNames } from "./settings.ts";

/** The Worker's secrets that the settings no longer have. */
export type LeftSecrets = {
  /** Settings of the shop. The deployment removes them. */
  removed: string[];
  /** Anything else that somebody put there. Nothing reads it, and it stays. */
  unknown: string[];
};

/**
 * Finds the secrets of a deployed Worker that the settings no longer have: wrangler keeps each until it is removed.
 * @throws Error if the account doesn't answer
 */
export async function findLeftSecrets(
  runner: CommandRunner,
  name: string,
  secrets: Record<string, string>,
): Promise<LeftSecrets> {
  const args = ["secret", "list", "--name", name, "--format", "json"];
  const { code, stdout, output } = await runner("wrangler", args, { quiet: true });
  if (code !== 0) {
    if (/^.*Worker ".*" not found/m.test(output)) return { removed: [], unknown: [] };
    throw new Error(`wrangler ${args.join(" ")} failed\n${output.trim()}`);
  }
  const listed = (JSON.parse(stdout) as { name: string }[]).map((secret) => secret.name);
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
