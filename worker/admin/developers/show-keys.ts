import type { Ctx } from "../../context.ts";
import { listApiKeys, type KeyView } from "../../identity/keys/list-keys.ts";
import { findUserNames } from "./store-keys.ts";

/** A key with the name of who made it; null if that user was deleted. */
export type ShownKey = KeyView & { createdByName: string | null };

/** Lists the shop's API keys, newest first, with those that no longer work. Never the keys themselves. */
export async function showKeys(ctx: Ctx): Promise<{ keys: ShownKey[] }> {
  const keys = await listApiKeys(ctx);
  const names = await findUserNames(ctx.db, [...new Set(keys.map(({ createdBy }) => createdBy))]);
  return {
    keys: keys.map((key) => ({ ...key, createdByName: names.get(key.createdBy) ?? null })),
  };
}
