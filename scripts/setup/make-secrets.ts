import { createHmac, randomBytes } from "node:crypto";
import type { Settings } from "../deploy/settings.ts";
import type { Answers } from "./finding.ts";

/** The secrets that only this shop knows, and how they are made. */
const recipes: Record<string, () => string> = {
  AUTH_SECRET: () => randomBytes(33).toString("base64"),
  SIGNING_KEYS: () => randomBytes(32).toString("base64url"),
};

/** Makes the secrets that the shop does not have yet. Never replaces one: license keys and links depend on them. */
export function makeSecrets(answers: Answers): Answers {
  const missing = Object.entries(recipes).filter(([name]) => !answers[name]);
  return Object.fromEntries(missing.map(([name, make]) => [name, make()]));
}

/** Returns the secrets of which the answers have another value than the shop. */
export function findChangedSecrets(kept: Answers, given: Answers): string[] {
  return Object.keys(recipes).filter(
    (name) => kept[name] && given[name] && kept[name] !== given[name],
  );
}

/** The setting in which the setup notes what it has deployed. The shop does not read it. */
export const DEPLOYED = "SETUP_DEPLOYED";

/**
 * Returns a text that is the same only for the same release with the same settings. Keyed, so that it tells nothing about
 * them.
 * @param revision the release, and the commit if there is one
 */
export function fingerprint(settings: Settings, revision: string): string {
  const { vars, secrets, place, placementRegion, hasMetrics, hasDocs } = settings;
  return createHmac("sha256", secrets["AUTH_SECRET"] ?? "")
    .update(JSON.stringify([vars, secrets, place, placementRegion, hasMetrics, hasDocs, revision]))
    .digest("base64url")
    .slice(0, 22);
}
