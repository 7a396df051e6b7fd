import { randomBytes } from "node:crypto";
import { COMMITTED_CONFIG, readCommittedConfig } from "../deploy/config.ts";
import { readDataPlace, type DataPlace } from "../deploy/data-place.ts";
import { printNotice } from "../deploy/report.ts";
import { findMissingVariables, readSettings, type Settings } from "../deploy/settings.ts";
import { deriveSecrets, type World } from "./sandbox.ts";

type EnvVars = Record<string, string | undefined>;

const required = [
  "WORKERS_SUBDOMAIN",
  "PREVIEW_OIDC_ISSUER",
  "PREVIEW_OIDC_CLIENT_ID",
  "PREVIEW_OIDC_CLIENT_SECRET",
  "PREVIEW_STRIPE_SECRET_KEY",
];

/** With a sandbox, a preview needs Cloudflare's account only. */
const requiredWithSandbox = ["WORKERS_SUBDOMAIN"];

/** Returns the names of required variables that aren't set. In CI, wrangler's token is required too. */
export function findMissingPreviewVariables(env: EnvVars, hasSandbox = false): string[] {
  const own = hasSandbox ? requiredWithSandbox : required;
  const names = env["CI"] ? ["CLOUDFLARE_API_TOKEN", ...own] : own;
  const missing = findMissingVariables(env, names);
  const hasPlace = env["PREVIEW_DATA_LOCATION"] || env["PREVIEW_DATA_JURISDICTION"];
  return hasPlace ? missing : [...missing, "PREVIEW_DATA_LOCATION or PREVIEW_DATA_JURISDICTION"];
}

/**
 * Whether all required variables are set; otherwise prints the missing ones. That isn't an error, because previews are
 * optional and forks have no secrets.
 */
export function canPreview(env: EnvVars, hasSandbox = false): boolean {
  const missing = findMissingPreviewVariables(env, hasSandbox);
  if (missing.length > 0)
    printNotice(
      `Preview skipped: not set: ${missing.join(", ")}. docs/guides/deploy.md explains how to set up previews.`,
    );
  return missing.length === 0;
}

/**
 * Builds a preview's settings: the demo shop's name, Stripe in test mode, and the OpenID client for previews. Each
 * deployment gets new secrets, which breaks sign-ins in progress and invalidates license files.
 * @throws Error for a live Stripe key, or for settings that the Worker would refuse
 */
export function readPreviewSettings(
  env: EnvVars,
  preview: { origin: string; webhookSecret: string },
): Settings {
  return readSettings({
    ...readCommonSettings(env, preview.origin),
    OWNER_EMAILS: env["PREVIEW_OWNER_EMAILS"],
    OIDC_NAME: env["PREVIEW_OIDC_NAME"],
    OIDC_ISSUER: env["PREVIEW_OIDC_ISSUER"],
    OIDC_CLIENT_ID: env["PREVIEW_OIDC_CLIENT_ID"],
    OIDC_CLIENT_SECRET: env["PREVIEW_OIDC_CLIENT_SECRET"],
    STRIPE_SECRET_KEY: readPreviewStripeKey(env),
    STRIPE_WEBHOOK_SECRET: preview.webhookSecret,
  });
}

/**
 * Builds the settings of a preview whose payments, sign-in, emails and time are those of a sandbox. Olive is its owner.
 * @throws Error for settings that the Worker would refuse
 */
export function readSandboxPreviewSettings(
  env: EnvVars,
  { origin, world }: { origin: string; world: World },
): Settings {
  const secrets = deriveSecrets(world);
  return readSettings(
    {
      ...readCommonSettings(env, origin),
      OWNER_EMAILS: env["PREVIEW_OWNER_EMAILS"] || "owner@example.com",
      OIDC_NAME: "Sandbox ID",
      OIDC_ISSUER: world.issuer,
      OIDC_CLIENT_ID: "gatehouse",
      OIDC_CLIENT_SECRET: secrets.oidcClient,
      STRIPE_SECRET_KEY: world.secretKey,
      STRIPE_WEBHOOK_SECRET: secrets.webhook,
      STRIPE_API_URL: new URL(world.url).origin,
      CLOCK_URL: `${world.url}/_sandbox/clock`,
      EMAIL_FROM: "Preview <preview@example.com>",
      EMAIL_API_URL: `${world.url}/mail`,
      EMAIL_API_KEY: world.secretKey,
      DNS_URL: `${world.url}/dns/query`,
    },
    ["STRIPE_API_URL", "CLOCK_URL"],
  );
}

/** @throws Error if wrangler.toml does not name the demo shop */
function readCommonSettings(env: EnvVars, origin: string): EnvVars {
  const { SHOP_NAME, SHOP_LINE } = readCommittedConfig().vars ?? {};
  if (typeof SHOP_NAME !== "string" || typeof SHOP_LINE !== "string") {
    throw new Error(`${COMMITTED_CONFIG} has no SHOP_NAME or SHOP_LINE`);
  }
  return {
    SHOP_NAME,
    SHOP_LINE,
    AUTH_URL: `${origin}/api/auth`,
    AUTH_SECRET: randomBytes(33).toString("base64"),
    SIGNING_KEYS: randomBytes(32).toString("base64url"),
    DATA_LOCATION: env["PREVIEW_DATA_LOCATION"],
    DATA_JURISDICTION: env["PREVIEW_DATA_JURISDICTION"],
  };
}

/**
 * Returns the key with which previews use Stripe.
 * @throws Error for a key of live mode, which no preview and no deletion of one may touch
 */
export function readPreviewStripeKey(env: EnvVars): string {
  const key = env["PREVIEW_STRIPE_SECRET_KEY"] ?? "";
  if (!/^(sk|rk)_test_/.test(key))
    throw new Error("PREVIEW_STRIPE_SECRET_KEY: must be a test-mode key");
  return key;
}

/**
 * Returns where the databases and buckets of previews are.
 * @throws Error for an unknown place
 */
export function readPreviewPlace(env: EnvVars): DataPlace | undefined {
  return readDataPlace({
    DATA_LOCATION: env["PREVIEW_DATA_LOCATION"],
    DATA_JURISDICTION: env["PREVIEW_DATA_JURISDICTION"],
  });
}
