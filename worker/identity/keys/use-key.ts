import type { Actor, Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { NeedsPrimary } from "../../db/replicas.ts";
import { fail } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { HOUR } from "../../lib/time.ts";
import { markKeyUsed, type ApiKeyRow } from "./store.ts";

/** The columns that decide whether a key works. */
export type KeyFacts = Pick<ApiKeyRow, "id" | "scopes" | "expiresAt" | "revokedAt" | "lastUsedAt">;

/** The actor of a request with a key. */
export type KeyActor = Extract<Actor, { type: "key" }>;

/**
 * Decides whether a key works now, from its row, and notes its use at most once an hour after the response is sent.
 * @param key undefined if no key has the hash
 * @throws `api_key_unknown`, `api_key_revoked`, `api_key_expired`
 */
export function useApiKey(ctx: Ctx, key: KeyFacts | undefined): KeyActor {
  if (!key) throw fail("api_key_unknown");
  if (key.revokedAt !== null) throw fail("api_key_revoked", { reason: key.id });
  if (key.expiresAt !== null && key.expiresAt <= ctx.now)
    throw fail("api_key_expired", { reason: key.id });
  if (key.lastUsedAt === null || key.lastUsedAt <= ctx.now - HOUR) ctx.defer(noteUse(ctx, key.id));
  return { type: "key", keyId: key.id, scopes: key.scopes };
}

/** A use that could not be noted is noted by the next request. */
async function noteUse(ctx: Ctx, id: string): Promise<void> {
  try {
    // oxlint-disable-next-line gatehouse/record-change -- notes when the key was last used
    await commit(ctx.db, [markKeyUsed(ctx.db, id, ctx.now, ctx.now - HOUR)]);
  } catch (error) {
    if (error instanceof NeedsPrimary) return;
    logEvent("error", "api_key.use_not_noted", { key: id, error: summarizeError(error) }, ctx);
  }
}
