import { randomBytes } from "node:crypto";
import { COMMITTED_CONFIG, readCommittedConfig } from "./deploy-config.ts";
import { notice } from "./deploy-report.ts";
import { missingNames, readSettings, type Settings } from "./deploy-settings.ts";

type Texts = Record<string, string | undefined>;

const required = [
  "WORKERS_SUBDOMAIN",
  "PREVIEW_OIDC_ISSUER",
  "PREVIEW_OIDC_CLIENT_ID",
  "PREVIEW_OIDC_CLIENT_SECRET",
  "PREVIEW_STRIPE_SECRET_KEY",
];

/** What previews cannot do without and this environment does not have; in CI that includes a token for wrangler. */
export function missingForPreview(env: Texts): string[] {
  return missingNames(env, env["CI"] ? ["CLOUDFLARE_API_TOKEN", ...required] : required);
}

/**
 * Previews are optional: a fork has no secrets, and not everyone sets them up.
 * @returns whether there is everything they need; if not, it was said what is missing
 */
export function canPreview(env: Texts): boolean {
  const missing = missingForPreview(env);
  if (missing.length > 0)
    notice(`No preview: ${missing.join(", ")} not set. The README says how they are set up.`);
  return missing.length === 0;
}

/**
 * A preview's settings: the demo shop's name, test-mode Stripe, the OpenID client made for previews. Its secrets are new
 * with each deployment: that interrupts a sign-in under way, and license files have to be fetched again.
 * @throws Error for a live Stripe key, and for whatever the Worker itself would refuse
 */
export function previewSettings(
  env: Texts,
  preview: { origin: string; webhookSecret: string },
): Settings {
  const stripeKey = env["PREVIEW_STRIPE_SECRET_KEY"];
  if (!/^(sk|rk)_test_/.test(stripeKey ?? "")) {
    throw new Error(
      "PREVIEW_STRIPE_SECRET_KEY: must be a test-mode key; a preview takes no real money",
    );
  }
  const { SHOP_NAME, SHOP_LINE } = readCommittedConfig().vars ?? {};
  if (typeof SHOP_NAME !== "string" || typeof SHOP_LINE !== "string") {
    throw new Error(`${COMMITTED_CONFIG} has no SHOP_NAME or SHOP_LINE`);
  }
  return readSettings({
    SHOP_NAME,
    SHOP_LINE,
    AUTH_URL: `${preview.origin}/api/auth`,
    AUTH_SECRET: randomBytes(33).toString("base64"),
    SIGNING_KEYS: randomBytes(32).toString("base64url"),
    OWNER_EMAILS: env["PREVIEW_OWNER_EMAILS"],
    OIDC_NAME: env["PREVIEW_OIDC_NAME"],
    OIDC_ISSUER: env["PREVIEW_OIDC_ISSUER"],
    OIDC_CLIENT_ID: env["PREVIEW_OIDC_CLIENT_ID"],
    OIDC_CLIENT_SECRET: env["PREVIEW_OIDC_CLIENT_SECRET"],
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: preview.webhookSecret,
  });
}
