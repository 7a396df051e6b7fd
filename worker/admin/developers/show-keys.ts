import type { Ctx } from "../../context.ts";
import { listApiKeys } from "../../identity/keys/list-keys.ts";
import { mapUserNames } from "./developers.query.ts";

export type ShownKey = Awaited<ReturnType<typeof showKeys>>["keys"][number];

/** Lists the shop's API keys, newest first, with those that no longer work. Never the keys themselves. */
export async function showKeys(ctx: Ctx) {
  const keys = await listApiKeys(ctx);
  const names = await mapUserNames(ctx.db, [...new Set(keys.map(({ createdBy }) => createdBy))]);
  // The name is null if that user was deleted.
  return {
    keys: keys.map((key) => ({ ...key, createdByName: names.get(key.createdBy) ?? null })),
  };
}
