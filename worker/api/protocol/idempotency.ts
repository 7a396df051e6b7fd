import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import {
  REPLAY_MS,
  lockIdempotencyKey,
  releaseLock,
  selectIdempotentRequest,
  storeLockedAnswer,
  storeLateAnswer,
  type IdempotencyLock,
} from "../../identity/keys/store-idempotency.ts";
import { decryptText, encryptText, sha256Hex } from "../../lib/crypto.ts";
import { MINUTE } from "../../lib/time.ts";
import type { ApiEnv } from "./api-key.ts";

/** How long a request may run before a repeated one takes over. */
const LOCK_MS = MINUTE;

/**
 * Answers a repeated POST with the stored answer of the first one. Requests without `Idempotency-Key` just run. Only
 * successes are stored: a refused request changed nothing and may be sent again.
 * @throws `idempotency_mismatch`, `idempotency_in_progress`, `invalid_input` for an unusable key
 */
export const replayRepeatedPosts = createMiddleware<ApiEnv>(async (c, next) => {
  const idempotencyKey = c.req.header("idempotency-key");
  const { ctx } = c.var;
  if (c.req.method !== "POST" || idempotencyKey === undefined || ctx.actor.type !== "key")
    return next();
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw failAt("Idempotency-Key", "1 to 255 visible ASCII characters");
  const { pathname, search } = new URL(c.req.url);
  const lock: IdempotencyLock = {
    keyId: ctx.actor.keyId,
    idempotencyKey,
    fingerprint: sha256Hex(`POST ${pathname}${search}\n${await c.req.text()}`),
    lockedUntil: ctx.now + LOCK_MS,
  };
  const stored = await lockOrFindAnswer(ctx, lock);
  if (stored)
    return new Response(stored.status === 204 ? null : stored.body, {
      status: stored.status,
      headers: { "content-type": "application/json", "idempotent-replayed": "true" },
    });
  c.set("lock", lock);
  await next();
  await storeOrRelease(ctx, lock, c.res);
});

/**
 * Returns the statements that store a request's answer in the batch of its change; none without `Idempotency-Key`.
 * Verbs that create something take them as `extraStatements`.
 * @param body an SQL expression or a text: the JSON of the answer, evaluated after the statements before it
 */
export function storeAnswer(c: Context<ApiEnv>, status: number, body: SQL | string): Statement[] {
  const { ctx, lock } = c.var;
  return lock ? [storeLockedAnswer(ctx.db, lock, status, body)] : [];
}

/** Returns a secret as it may stand in a body for `storeAnswer`. A replayed answer has the secret itself. */
export function protectSecret({ config }: Ctx, secret: string): string {
  return PROTECTED + encryptText(config.auth.secrets, PURPOSE, secret);
}

/** Returns the answer to replay; null if this request has the lock now. */
async function lockOrFindAnswer(
  ctx: Ctx,
  lock: IdempotencyLock,
): Promise<{ status: number; body: string } | null> {
  // oxlint-disable-next-line gatehouse/record-change -- about the request, not about what it changes
  const [locked, selected] = await commit(ctx.db, [
    lockIdempotencyKey(lock, ctx.now, ctx.now - REPLAY_MS),
    selectIdempotentRequest(ctx.db, lock),
  ]);
  if (locked?.meta.changes) return null;
  const first = selected?.results[0] as
    | { fingerprint: string; status: number | null; body: string }
    | undefined;
  if (first?.fingerprint !== lock.fingerprint) throw fail("idempotency_mismatch");
  if (first.status === null) throw fail("idempotency_in_progress", { retryAfterSeconds: 1 });
  return { status: first.status, body: readStoredBody(ctx, first.body) };
}

const PURPOSE = "stored answer";
const PROTECTED = "protected:";

/**
 * Answers that a verb stored are JSON, in which the secrets are encrypted. All others are encrypted as a whole, because
 * a new secret may be in them.
 */
function readStoredBody({ config }: Ctx, stored: string): string {
  if (/^[{[]/.test(stored))
    return stored.replaceAll(/"protected:([^"\\]+)"/g, (text, secret: string) => {
      const plain = decryptText(config.auth.secrets, PURPOSE, secret);
      return plain === null ? text : JSON.stringify(plain);
    });
  const body = decryptText(config.auth.secrets, PURPOSE, stored);
  if (body === null) throw fail("unavailable", { reason: "the stored answer cannot be decrypted" });
  return body;
}

/** Stores a success that no verb has stored, or releases the lock of a failure. */
async function storeOrRelease(ctx: Ctx, lock: IdempotencyLock, response: Response): Promise<void> {
  // oxlint-disable-next-line gatehouse/record-change -- about the request, not about what it changes
  if (!response.ok) return void (await commit(ctx.db, [releaseLock(ctx.db, lock)]));
  const body = encryptText(ctx.config.auth.secrets, PURPOSE, await response.clone().text());
  await commit(ctx.db, [storeLateAnswer(ctx.db, lock, response.status, body)]);
}
