import { getPlatformProxy } from "wrangler";
import { readClockOffset } from "../../worker/clock.ts";
import { createContext, type Ctx } from "../../worker/context.ts";
import { COMMITTED_CONFIG } from "../deploy/config.ts";

/** The bindings of a Worker. */
export type ShopBindings = Env;

/** The database and configuration of a shop. */
export type ShopEnvironment = {
  /** Variables and secrets. They override those of the configuration. */
  vars: Record<string, string>;
} & (
  | {
      /** Defaults to `wrangler.toml`. */
      configPath?: string;
      /** The directory of a local database; false if the configuration binds a remote one. */
      persistTo: string | false;
    }
  | {
      /**
       * The bindings of a Worker that runs in this process. SQLite has one writer at a time, and this is the same one.
       */
      getBindings(): Promise<ShopBindings>;
    }
);

/**
 * Runs verbs in this process, on a shop's own database.
 * @param job the name of the actor in the audit log
 * @param work receives a function that creates contexts with the current time
 * @throws Error that asks for a second run, if a shop that runs on the same local database was writing
 */
export async function withShop<Result>(
  environment: ShopEnvironment,
  job: string,
  work: (newCtx: () => Ctx) => Promise<Result>,
): Promise<Result> {
  const platform = await openPlatform(environment);
  try {
    const env = { ...platform.env, ...environment.vars };
    const clockOffsetMs = await readClockOffset(env);
    return await work(() =>
      createContext(env, platform.ctx, { type: "system", job }, clockOffsetMs),
    );
  } catch (error) {
    if (!isDatabaseBusy(error)) throw error;
    throw new Error(
      "The shop was writing to its local database at the same moment, which has one writer at a time. Run this again.",
      { cause: error },
    );
  } finally {
    await platform.dispose();
  }
}

/** Whether a second process on a local database stood in the way. A deployed database has no such errors. */
function isDatabaseBusy(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/SQLITE_BUSY|Failed to get session commit token/.test(cause.message)) return true;
  return false;
}

type Platform = { env: Env; ctx: Pick<ExecutionContext, "waitUntil">; dispose(): Promise<void> };

async function openPlatform(environment: ShopEnvironment): Promise<Platform> {
  if (!("getBindings" in environment)) {
    const { configPath = COMMITTED_CONFIG, persistTo } = environment;
    return getPlatformProxy<Env>({
      configPath,
      persist: persistTo === false ? false : { path: persistTo },
    });
  }
  const deferred: Promise<unknown>[] = [];
  return {
    env: await environment.getBindings(),
    ctx: { waitUntil: (work) => void deferred.push(work) },
    // The bindings belong to the Worker, which goes on.
    dispose: async () => void (await Promise.allSettled(deferred)),
  };
}
