import { getPlatformProxy } from "wrangler";
import { readClockOffset } from "../worker/clock.ts";
import { createContext, type Ctx } from "../worker/context.ts";
import { COMMITTED_CONFIG } from "./deploy-config.ts";

/** The database and configuration of a shop. */
export type ShopEnvironment = {
  /** Defaults to `wrangler.toml`. */
  configPath?: string;
  /** The directory of a local database; false if the configuration binds a remote one. */
  persistTo: string | false;
  /** Variables and secrets. They override those of the configuration. */
  vars: Record<string, string>;
};

/**
 * Runs verbs in this process, on a shop's own database.
 * @param job the name of the actor in the audit log
 * @param work receives a function that creates contexts with the current time
 */
export async function withShop<Result>(
  environment: ShopEnvironment,
  job: string,
  work: (newCtx: () => Ctx) => Promise<Result>,
): Promise<Result> {
  const { configPath = COMMITTED_CONFIG, persistTo } = environment;
  const platform = await getPlatformProxy<Env>({
    configPath,
    persist: persistTo === false ? false : { path: persistTo },
  });
  try {
    const env = { ...platform.env, ...environment.vars };
    const clockOffsetMs = await readClockOffset(env);
    return await work(() =>
      createContext(env, platform.ctx, { type: "system", job }, clockOffsetMs),
    );
  } finally {
    await platform.dispose();
  }
}
