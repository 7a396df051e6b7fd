import { createMiddleware } from "hono/factory";
import type { AppEnv, Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { containsApiKey, readKeyMode } from "../../identity/keys/key-form.ts";
import { findKeyByHash } from "../../identity/keys/store.ts";
import type { IdempotencyLock } from "../../identity/keys/store-idempotency.ts";
import { useApiKey } from "../../identity/keys/use-key.ts";
import { digestHex } from "../../lib/crypto.ts";
import type { Scope } from "../../shared/scopes.ts";

/**
 * Hono's environment of the API. `keyHash` is the hash of the key that was sent; `lock` is set for a POST with an
 * `Idempotency-Key`.
 */
export type ApiEnv = AppEnv & { Variables: { keyHash: string; lock?: IdempotencyLock } };

/**
 * Reads the API key of a request without asking the database. Cookies are ignored. What follows still has to find the
 * key: `requireApiKey`, or a query that reads it alongside.
 * @throws `api_key_in_query`, `api_key_missing`, `api_key_malformed`, `api_key_wrong_mode`
 */
export const readApiKey = createMiddleware<ApiEnv>(async (c, next) => {
  c.set("keyHash", await hashSentKey(c.req.raw.headers, c.req.url, c.var.ctx));
  await next();
});

/** Returns the hash of the key that a request carries. @throws what `readApiKey` throws */
export async function hashSentKey(headers: Headers, url: string, { config }: Ctx): Promise<string> {
  if (containsApiKey(url)) throw fail("api_key_in_query");
  const header = headers.get("authorization");
  if (header === null) throw fail("api_key_missing");
  const [, scheme = "", token = ""] = /^(Bearer|Basic) +(\S+)$/i.exec(header) ?? [];
  const key = scheme.toLowerCase() === "basic" ? readUserName(token) : token;
  const mode = readKeyMode(key);
  if (!mode) throw fail("api_key_malformed");
  if (mode !== config.stripe.mode)
    throw fail("api_key_wrong_mode", {
      detail: `This shop runs in ${config.stripe.mode} mode; the key is for ${mode} mode.`,
    });
  return digestHex(key);
}

/**
 * Finds the key that was sent: one read, the same whether the key is known or not. The actor of `ctx` is then the key.
 * @throws `api_key_unknown`, `api_key_revoked`, `api_key_expired`
 */
export const requireApiKey = createMiddleware<ApiEnv>(async (c, next) => {
  const { ctx } = c.var;
  const actor = useApiKey(ctx, await findKeyByHash(ctx.db, c.var.keyHash));
  c.set("ctx", { ...ctx, actor });
  await next();
});

/**
 * For a route that reads the key together with its answer: a request that was refused before that read is refused for
 * its key first.
 * @throws what `requireApiKey` and `requireScope` throw
 */
export function checkKeyOnInvalidInput(scope: Scope) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    const { ctx, keyHash } = c.var;
    if (c.res.status === 422)
      assertScope({ actor: useApiKey(ctx, await findKeyByHash(ctx.db, keyHash)) }, scope);
  });
}

/**
 * Lets only keys with this scope pass. Use behind `requireApiKey`.
 * @throws `insufficient_scope` naming the scope
 */
export function requireScope(scope: Scope) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    assertScope(c.var.ctx, scope);
    await next();
  });
}

/** @throws `insufficient_scope` naming the scope, unless the actor is a key that has it */
export function assertScope({ actor }: Pick<Ctx, "actor">, scope: Scope): void {
  if (actor.type !== "key" || !actor.scopes.includes(scope))
    throw fail("insufficient_scope", { detail: `This needs the scope ${scope}.`, reason: scope });
}

/** The user name of HTTP Basic, which is how `curl -u "$KEY:"` sends a key. */
function readUserName(token: string): string {
  try {
    return atob(token).split(":")[0]!;
  } catch {
    return "";
  }
}
