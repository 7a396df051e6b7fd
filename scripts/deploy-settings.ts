import { readConfig, type Config } from "../worker/config/config.ts";

/** Variables of worker/config/config.ts that anyone may read; they become `vars` of the deployment. */
const publicNames = [
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
  "EMAIL_FROM",
  "EMAIL_API_URL",
] as const;

/** Variables of worker/config/config.ts that open something; they become secrets of the Worker. */
const secretNames = [
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
] as const;

/** Every variable a deployment takes. `STRIPE_API_URL` is not among them: a deployed shop talks to Stripe. */
export const settingNames = [...publicNames, ...secretNames];

type Texts = Record<string, string | undefined>;

/** What a deployment is given, judged by the Worker's own rules. */
export type Settings = {
  vars: Record<string, string>;
  secrets: Record<string, string>;
  config: Config;
};

/**
 * Reads a deployment's settings. Nothing is taken from `[vars]` of wrangler.toml: those are the sandbox's.
 * @throws Error naming each variable that is missing or unsafe, without its value
 */
export function readSettings(env: Texts): Settings {
  const vars = pick(env, publicNames);
  const secrets = pick(env, secretNames);
  const config = readConfig({ ...vars, ...secrets } as unknown as Env);
  if (!config.origin.startsWith("https:")) {
    throw new Error("The configuration is refused. AUTH_URL: must be https for a deployment");
  }
  return { vars, secrets, config };
}

/** The names that have no value. GitHub hands over a secret that nobody has set as an empty text. */
export function missingNames(env: Texts, names: readonly string[]): string[] {
  return names.filter((name) => !env[name]);
}

function pick(env: Texts, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
