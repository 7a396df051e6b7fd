import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { apiKeys } from "../../db/schema/developers.ts";
import { apiKeyPrefix, newApiKey, parseApiKey } from "../../identity/keys/key-form.ts";
import { featuresByKey } from "../../identity/keys/store-features.ts";
import { newId } from "../../lib/ids.ts";
import { scopes, type Scope } from "../../shared/scopes.ts";
import { openBrowser } from "./sign-in.ts";

/** An answer of the API with its body, which is null if it is empty. */
export type ApiAnswer<Body> = { status: number; headers: Headers; body: Body };

/** A program with an API key. */
export type ApiClient = {
  keyId: string;
  /** The whole key. */
  secret: string;
  /** Sends a request with the key. @param path below `/api/v1` @param body is sent as JSON */
  send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<Body>>;
  get<Body = Record<string, unknown>>(path: string): Promise<ApiAnswer<Body>>;
  post<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<Body>>;
};

/**
 * Inserts an API key and returns a client that sends it. The key has every scope unless some are named. It is marked as
 * replaced, because all tests share one database and only so many keys may be live.
 */
export async function createApiClient(
  shop: { env: Env; ctx(): Ctx },
  having: readonly Scope[] = scopes,
): Promise<ApiClient> {
  const { db, now } = shop.ctx();
  const secret = newApiKey("test");
  const id = newId("key", now);
  const row = {
    id,
    mode: "test" as const,
    name: "A program",
    keyHash: parseApiKey(secret)!.hash,
    prefix: apiKeyPrefix(secret),
    scopes: [...having],
    features: featuresByKey,
    createdBy: "test",
    createdAt: now,
    replacedBy: id,
  };
  await commit(db, [db.insert(apiKeys).values(row)]);
  return { ...openApiClient(shop.env, secret), keyId: id };
}

/** Returns a client that sends this text as its key. */
export function openApiClient(env: Env, secret: string): Omit<ApiClient, "keyId"> {
  const { fetch } = openBrowser({ env, sendsOrigin: false });

  async function send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Body>> {
    const response = await fetch(`/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: answered } = response;
    return { status, headers: answered, body: (text === "" ? null : JSON.parse(text)) as Body };
  }

  return {
    secret,
    send,
    get: (path) => send("GET", path),
    post: (path, body, headers) => send("POST", path, body, headers),
  };
}
