import { readConfig, type Config } from "../../worker/config/config.ts";
import { readCommittedConfig } from "./config.ts";
import { dataPlaceNames, readDataPlace, type DataPlace } from "./data-place.ts";

/** Variables of worker/config/config.ts that aren't secret. They become `vars` of the deployment. */
export const publicNames = [
  "SHOP_NAME",
  "SHOP_LINE",
  "AUTH_URL",
  "OWNER_EMAILS",
  "OIDC_NAME",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "GOOGLE_CLIENT_ID",
  "MICROSOFT_TENANT_ID",
  "MICROSOFT_CLIENT_ID",
  "APPLE_CLIENT_ID",
  "APPLE_TEAM_ID",
  "APPLE_KEY_ID",
  "GITHUB_CLIENT_ID",
  "EMAIL_PROVIDER",
  "EMAIL_FROM",
  "EMAIL_API_URL",
  "DNS_URL",
  "EVENT_PAYLOAD_DAYS",
  "EVENT_DAYS",
  "FEED_ARCHIVE_DAYS",
  "READ_REPLICAS",
  "UPDATES_FROM",
] as const;

/** Credentials of worker/config/config.ts. They become secrets of the Worker. */
export const secretNames = [
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "SIGNING_KEYS",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "OIDC_CLIENT_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "MICROSOFT_CLIENT_SECRET",
  "APPLE_PRIVATE_KEY",
  "GITHUB_CLIENT_SECRET",
  "EMAIL_API_KEY",
  "RESEND_WEBHOOK_SECRET",
] as const;

/** Whether the shop serves the documents, too. They are files, so the Worker does not read it. */
const DOCS = "DOCS";

/** Where the Worker runs. The Worker itself does not read it. */
const PLACEMENT_REGION = "PLACEMENT_REGION";

/** Whether the Worker writes data points to Workers Analytics Engine. It reads only the binding. */
const METRICS = "METRICS";

/**
 * Every variable of a deployment. `STRIPE_API_URL` and `CLOCK_URL` aren't any, because a deployed shop always uses
 * Stripe itself and the real time.
 */
export const settingNames = [
  ...publicNames,
  ...secretNames,
  PLACEMENT_REGION,
  METRICS,
  DOCS,
  ...dataPlaceNames,
];

type EnvVars = Record<string, string | undefined>;

/** A deployment's settings, validated by the Worker's own rules. */
export type Settings = {
  vars: Record<string, string>;
  secrets: Record<string, string>;
  config: Config;
  /** The cloud region beside which the Worker runs, as in `aws:eu-central-1`; undefined: close to each visitor. */
  placementRegion: string | undefined;
  /** Whether the Worker gets a binding to Workers Analytics Engine. */
  hasMetrics: boolean;
  /** Whether the shop serves the documents at `/docs`. */
  hasDocs: boolean;
  /** Where the database and the files are; undefined if no setting names it, which only an existing shop may. */
  place: DataPlace | undefined;
};

/**
 * Reads a deployment's settings. Ignores `[vars]` of wrangler.toml, which belong to the sandbox.
 * @param sandboxNames which of `STRIPE_API_URL` and `CLOCK_URL` a preview takes, too
 * @throws Error that names each missing or unsafe variable, but not its value
 */
export function readSettings(env: EnvVars, sandboxNames: readonly string[] = []): Settings {
  const vars = pickVariables(env, [...publicNames, ...sandboxNames]);
  const secrets = pickVariables(env, secretNames);
  // The deployment adds the binding (config.ts).
  const binding = vars["EMAIL_PROVIDER"] === "cloudflare" && { EMAIL: {} };
  const config = readConfig({ ...vars, ...secrets, ...binding } as unknown as Env);
  if (!config.origin.startsWith("https:")) {
    throw new Error("The configuration is refused. AUTH_URL: must be https for a deployment");
  }
  const placementRegion = readPlacementRegion(env);
  if (placementRegion !== undefined && vars["READ_REPLICAS"] === "on") {
    throw new Error(
      `The configuration is refused. READ_REPLICAS: beside the database, no copy is nearer: remove it, or ${PLACEMENT_REGION}`,
    );
  }
  const hasMetrics = readSwitch(env, METRICS);
  const hasDocs = readSwitch(env, DOCS);
  return { vars, secrets, config, placementRegion, hasMetrics, hasDocs, place: readDataPlace(env) };
}

/** @throws Error if it is neither `on` nor `off` */
function readSwitch(env: EnvVars, name: string): boolean {
  const value = env[name] || "off";
  if (value !== "on" && value !== "off")
    throw new Error(`The configuration is refused. ${name}: must be on or off`);
  return value === "on";
}

/** @throws Error if it is no region of a provider that Cloudflare knows */
function readPlacementRegion(env: EnvVars): string | undefined {
  const region = env[PLACEMENT_REGION] || undefined;
  if (region !== undefined && !/^(aws|gcp|azure):[a-z]+[a-z0-9-]*$/.test(region)) {
    throw new Error(
      `The configuration is refused. ${PLACEMENT_REGION}: must be a region of aws, gcp or azure, such as aws:eu-central-1`,
    );
  }
  return region;
}

/** Returns the Worker's name, after which its database, queues and bucket are named. */
export function readWorkerName(env: EnvVars): string {
  return env["WORKER_NAME"] || readCommittedConfig().name || "gatehouse";
}

/** Returns the names of unset variables. GitHub passes an unset secret as an empty string. */
export function findMissingVariables(env: EnvVars, names: readonly string[]): string[] {
  return names.filter((name) => !env[name]);
}

function pickVariables(env: EnvVars, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
