import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { getPlatformProxy } from "wrangler";
import { COMMITTED_CONFIG } from "../deploy/config.ts";
import { settingNames } from "../deploy/settings.ts";
import { loadDeployedShopEnvironment } from "../shop/environment.ts";
import { getStateDir, readPorts } from "../shop/ports.ts";
import { isNoted } from "../shop/running-worker.ts";
import type { Shop } from "./make-backup.ts";

/** A shop of an account or of this machine. `name` is typed before it is replaced. `close` ends the connection. */
export type OpenedShop = Shop & { name: string; close(): Promise<void> };

/**
 * Opens the shop of an account, by the settings in the environment (`loadSettings`).
 * @throws Error for settings that the Worker would refuse, or if the account has no such database
 */
export async function openDeployedShop(): Promise<OpenedShop> {
  const environment = await loadDeployedShopEnvironment(process.env);
  const configPath = "configPath" in environment ? environment.configPath : undefined;
  if (configPath === undefined) throw new Error("The deployed shop has no configuration");
  const platform = await getPlatformProxy<Env>({ configPath, persist: false });
  const { name } = JSON.parse(readFileSync(configPath, "utf8")) as { name: string };
  return {
    name,
    bindings: platform.env,
    url: new URL(environment.vars["AUTH_URL"] ?? "").origin,
    mode: /^[sr]k_live_/.test(environment.vars["STRIPE_SECRET_KEY"] ?? "") ? "live" : "test",
    now: () => Date.now(),
    close: () => platform.dispose(),
  };
}

/**
 * Opens the shop of `npm start`, or one of its kind.
 * @param stateDir where its state is; by default that of `PORT` and `SANDBOX_PORT`
 * @param options.isStopped refuses a shop that runs: its database has one writer
 */
export async function openLocalShop(
  stateDir = getStateDir(readPorts()),
  options: { isStopped: boolean } = { isStopped: false },
): Promise<OpenedShop> {
  if (options.isStopped && isNoted(stateDir))
    throw new Error("The shop runs on this machine. Stop it first: Ctrl-C in its terminal.");
  const platform = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: { path: `${stateDir}/state/v3` },
  });
  return {
    name: "local",
    bindings: platform.env,
    url: `http://localhost:${readPorts().port}`,
    mode: "test",
    now: () => Date.now(),
    close: () => platform.dispose(),
  };
}

type Variables = Record<string, string | undefined>;

/** Loads a settings file. Variables that are already set take precedence, as in a deployment. */
export function loadSettings(envFile: string, env: Variables = process.env): void {
  const file = parseEnv(readFileSync(envFile, "utf8"));
  for (const [name, value] of Object.entries(file)) env[name] ??= value;
}

/** Writes the shop's settings and its Worker's name as a settings file, without the token of the account. */
export const writeShopSettings = (env: Variables): string =>
  ["WORKER_NAME", ...settingNames]
    .filter((name) => env[name])
    .map((name) => `${name}=${quote(env[name]!)}\n`)
    .join("");

/** In double quotes, `\n` would become a line break. */
function quote(value: string): string {
  const mark = ["'", "`", '"'].find((each) => !value.includes(each));
  if (mark === undefined) throw new Error("A setting has all three kinds of quotes");
  return mark + value + mark;
}
