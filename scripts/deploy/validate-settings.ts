import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { readSettings, settingNames, type Settings } from "./settings.ts";

type EnvVars = Record<string, string | undefined>;

/**
 * What a settings file may contain beside the shop's settings: the Worker's name, the credentials of the tools, and the
 * settings of previews and of the setup.
 */
const otherNames =
  /^(CLOUDFLARE_|SETUP_|WORKER_NAME$|WRANGLER_|PREVIEW_|NODE_|BACKUP_|UPGRADE_|WORKERS_SUBDOMAIN$|(HTTPS?|NO)_PROXY$)/;

/** What guides and examples show in place of a value. */
const placeholder = /placeholder|change-?me|replace-?me|^your[-_ ]|^<.*>$|x{4,}$|…$|\.{3}$/i;

/** Words of a person, in which anything may stand. */
const freeTexts = new Set(["SHOP_NAME", "SHOP_LINE", "OIDC_NAME"]);

/** Stripe shows `whsec_` and 32 letters and digits. */
const webhookSecret = /^whsec_[\w+/=-]{24,}$/;

/**
 * Reads the settings of a shop that is to be deployed. Beside what the Worker itself refuses, it refuses what would work
 * and hurt later: a name that nothing reads, a shop without an owner, a host at which the Worker does not answer, and
 * values of examples.
 * @param shop.name the Worker's name
 * @param shop.fileNames the names in the settings file; undefined if the settings are only in the environment
 * @throws Error that names each refused setting, but not its value
 */
export function readDeployableSettings(
  env: EnvVars,
  shop: { name: string; fileNames?: string[] | undefined },
): Settings {
  // First, because a misspelt name is often the reason for what is missing.
  const unknown = findUnknownNames(env, shop.fileNames);
  const settings = readOrThrowWith(env, unknown);
  const problems = [
    ...unknown,
    ...findOwnerProblems(settings, unknown),
    ...findHostProblems(settings, shop.name),
    ...findPlaceholders(settings),
  ];
  if (problems.length > 0) throw new Error(refuse(problems));
  return settings;
}

/**
 * Returns the names that a settings file sets.
 * @throws Error if there is no such file
 */
export function listFileNames(path: string): string[] {
  if (!existsSync(path)) throw new Error(`--env-file ${path}: there is no such file`);
  return Object.keys(parseEnv(readFileSync(path, "utf8")));
}

const refuse = (problems: string[]) =>
  `The configuration is refused.${problems.map((problem) => `\n  ${problem}`).join("")}`;

/** Names what is misspelt together with what is missing therefore. */
function readOrThrowWith(env: EnvVars, unknown: string[]): Settings {
  try {
    return readSettings(env);
  } catch (error) {
    if (unknown.length === 0 || !(error instanceof Error)) throw error;
    const [, reason = error.message] = error.message.split("The configuration is refused. ");
    throw new Error(refuse([...unknown, ...reason.split("; ")]), { cause: error });
  }
}

/** In a file, every unknown name is refused. In the environment, which has others, only what resembles a missing one. */
function findUnknownNames(env: EnvVars, fileNames: string[] | undefined): string[] {
  const missing = settingNames.filter((name) => !env[name]);
  const isKnown = (name: string) => (settingNames as string[]).includes(name);
  const names = fileNames ?? Object.keys(env);
  return names.flatMap((name) => {
    if (isKnown(name) || otherNames.test(name) || sandboxNames.has(name)) return [];
    const meant = missing.find((each) => countEdits(name.toUpperCase(), each) <= 2);
    if (meant) return [`${name}: is no setting. Did you mean ${meant}?`];
    return fileNames ? [`${name}: is no setting. docs/guides/configuration.md lists them`] : [];
  });
}

/** `readSettings` ignores them: a deployed shop uses Stripe itself and the real time. */
const sandboxNames = new Set(["STRIPE_API_URL", "CLOCK_URL"]);

function findOwnerProblems({ config }: Settings, unknown: string[]): string[] {
  if (config.auth.ownerEmails.length > 0) return [];
  if (unknown.some((problem) => problem.includes("OWNER_EMAILS"))) return [];
  return [
    "OWNER_EMAILS: is missing, and without an owner nobody can open the console: set the address that you sign in with",
  ];
}

function findHostProblems({ vars }: Settings, name: string): string[] {
  const url = new URL(vars["AUTH_URL"] ?? "");
  if (url.port !== "")
    return ["AUTH_URL: must have no port, because Cloudflare serves the shop at port 443"];
  const isWorkersDev = url.hostname.endsWith(".workers.dev");
  const [label, ...rest] = url.hostname.split(".");
  // The account's subdomain has no dots.
  if (!isWorkersDev || (label === name && rest.length === 3)) return [];
  return [`AUTH_URL: on workers.dev, this Worker answers at ${name}.<your subdomain>.workers.dev`];
}

function findPlaceholders({ vars, secrets, config }: Settings): string[] {
  const isWebhookSecretWrong = config.stripe.webhookSecrets.some(
    (secret) => !webhookSecret.test(secret) || placeholder.test(secret),
  );
  const named = Object.entries({ ...vars, ...secrets }).flatMap(([name, value]) =>
    !freeTexts.has(name) && name !== "STRIPE_WEBHOOK_SECRET" && placeholder.test(value)
      ? [`${name}: looks like the value of an example: set your own`]
      : [],
  );
  return isWebhookSecretWrong
    ? [
        ...named,
        "STRIPE_WEBHOOK_SECRET: is not what Stripe shows for an endpoint, which is whsec_ and 32 letters and digits: run npm run stripe:setup",
      ]
    : named;
}

/** Returns how many letters must be added, removed, or replaced to get from one word to the other. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
