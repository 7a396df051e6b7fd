import {
  findExampleValues,
  type RefusedVariable,
} from "../../worker/config/refuse-example-values.ts";
import { readCommittedConfig } from "../deploy/config.ts";
import type { Answers } from "./finding.ts";

/** Settings with several values, any of which may be the example's. */
const lists = new Set(["SIGNING_KEYS", "STRIPE_WEBHOOK_SECRET", "OWNER_EMAILS"]);

/** Settings of `[vars]` in wrangler.toml that are right for some shops, too. */
const harmless = new Set(["AUTH_URL", "OIDC_CLIENT_ID"]);

/**
 * Returns the settings whose value is the sandbox's or the demo shop's, with what to set instead. Stricter than the
 * Worker, which a preview deploys under the demo shop's name.
 */
export function findExamples(answers: Answers): RefusedVariable[] {
  const vars: Record<string, unknown> = {};
  for (const [name, value = ""] of Object.entries(answers)) {
    const isUrl = /_(?:URL|ISSUER)$/.test(name);
    if (value === "" || (isUrl && !URL.canParse(value))) continue;
    vars[name] = lists.has(name) ? value.split(",").map((item) => item.trim()) : value;
  }
  const refused = findExampleValues(vars);
  for (const [name, value] of Object.entries(readCommittedConfig().vars ?? {})) {
    const isKnown = harmless.has(name) || refused.some((other) => other.name === name);
    if (!isKnown && answers[name] === value)
      refused.push({ name, message: "is the demo shop's: set your own" });
  }
  return refused;
}
