import { getPlatformProxy } from "wrangler";
import { createContext, type Ctx } from "../worker/context.ts";
import { COMMITTED_CONFIG } from "./deploy-config.ts";

/** Where a shop's database is, and what its Worker is configured with. */
export type ShopPlace = {
  /** `wrangler.toml` unless given. */
  configPath?: string;
  /** The directory of a local database; false where the configuration binds a remote one. */
  persistTo: string | false;
  /** Variables and secrets, over those of the configuration. */
  vars: Record<string, string>;
};

/**
 * Runs verbs of a shop in this process, on the shop's own database.
 * @param job names the actor, for the record
 * @param work gets a maker of contexts, each with the time of its making
 */
export async function withShop<Result>(
  place: ShopPlace,
  job: string,
  work: (newCtx: () => Ctx) => Promise<Result>,
): Promise<Result> {
  const { configPath = COMMITTED_CONFIG, persistTo } = place;
  const platform = await getPlatformProxy<Env>({
    configPath,
    persist: persistTo === false ? false : { path: persistTo },
  });
  try {
    const env = { ...platform.env, ...place.vars };
    return await work(() => createContext(env, platform.ctx, { type: "system", job }));
  } finally {
    await platform.dispose();
  }
}
