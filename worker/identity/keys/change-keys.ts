import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { identifyActor, type Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import { apiKeyPrefix, newApiKey, parseApiKey } from "./key-form.ts";
import { newId } from "../../lib/ids.ts";
import type { NewKey } from "./schema.ts";
import {
  findKey,
  insertKeyIfChanged,
  insertKeyIfRoom,
  markKeyReplaced,
  markKeyRevoked,
  type ApiKeyRow,
} from "./store.ts";
import { toKeyView, type KeyView } from "./list-keys.ts";

/** A key that was just made. `secret` is the whole key; it is not stored and cannot be shown again. */
export type CreatedKey = KeyView & { secret: string };

/**
 * Creates an API key for the shop's mode.
 * @param input parsed by `newKey`
 * @throws `too_many_api_keys` if 50 keys work already, `invalid_input` for an expiry that is not in the future
 */
export async function createApiKey(ctx: Ctx, input: NewKey): Promise<CreatedKey> {
  if (input.expiresAt !== undefined && input.expiresAt <= ctx.now)
    throw failAt("expiresAt", "Choose a time in the future.");
  const { secret, row } = newKeyRow(ctx, input);
  const [inserted] = await commit(ctx.db, [
    insertKeyIfRoom(row),
    recordChangeIfApplied(ctx, {
      action: "api_key.created",
      targetId: row.id,
      after: { name: row.name, scopes: row.scopes, expiresAt: row.expiresAt },
    }),
  ]);
  if (!inserted?.meta.changes) throw fail("too_many_api_keys");
  return { ...toKeyView(row, ctx.now), secret };
}

/**
 * Replaces a key by a new one with the same name and scopes. The old one works until the overlap is over.
 * @param input.overlapMs how long both work; with zero the old key stops at once
 * @throws `not_found` if the key does not work any more or was already replaced
 */
export async function rollApiKey(
  ctx: Ctx,
  input: { id: string; overlapMs: number },
): Promise<CreatedKey> {
  const old = await findKey(ctx.db, input.id, ctx.config.stripe.mode);
  if (!old) throw fail("not_found", { reason: "no such key" });
  const { secret, row } = newKeyRow(ctx, {
    name: old.name,
    scopes: old.scopes as NewKey["scopes"],
    ...(old.expiresAt !== null && { expiresAt: old.expiresAt }),
  });
  const until = Math.min(ctx.now + input.overlapMs, old.expiresAt ?? Infinity);
  const [replaced] = await commit(ctx.db, [
    markKeyReplaced(ctx.db, { id: old.id, replacedBy: row.id, until, now: ctx.now }),
    insertKeyIfChanged(row),
    recordChangeIfApplied(ctx, {
      action: "api_key.rolled",
      targetId: old.id,
      after: { replacedBy: row.id, expiresAt: until },
    }),
  ]);
  if (!replaced?.meta.changes) throw fail("not_found", { reason: "the key no longer works" });
  return { ...toKeyView(row, ctx.now), secret };
}

/**
 * Revokes a key: the next request with it is refused.
 * @throws `not_found` if it does not work any more
 */
export async function revokeApiKey(ctx: Ctx, input: { id: string }): Promise<void> {
  const key = await findKey(ctx.db, input.id, ctx.config.stripe.mode);
  if (!key) throw fail("not_found", { reason: "no such key" });
  const [revoked] = await commit(ctx.db, [
    markKeyRevoked(ctx.db, key.id, ctx.now),
    recordChangeIfApplied(ctx, {
      action: "api_key.revoked",
      targetId: key.id,
      before: { name: key.name },
    }),
  ]);
  if (!revoked?.meta.changes) throw fail("not_found", { reason: "the key no longer works" });
}

function newKeyRow(ctx: Ctx, input: NewKey): { secret: string; row: ApiKeyRow } {
  const { mode } = ctx.config.stripe;
  const secret = newApiKey(mode);
  const row = {
    id: newId("key", ctx.now),
    mode,
    name: input.name,
    keyHash: parseApiKey(secret)!.hash,
    prefix: apiKeyPrefix(secret),
    scopes: input.scopes,
    createdBy: identifyActor(ctx).id,
    createdAt: ctx.now,
    expiresAt: input.expiresAt ?? null,
    lastUsedAt: null,
    revokedAt: null,
    replacedBy: null,
  };
  return { secret, row };
}
