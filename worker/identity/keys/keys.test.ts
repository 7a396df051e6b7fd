import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "../../lib/time.ts";
import { openApiClient } from "../../testing/clients/api-client.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createApiKey, revokeApiKey, rollApiKey } from "./change-keys.ts";
import { apiKeyPrefix, newApiKey, parseApiKey } from "./key-form.ts";
import { listApiKeys } from "./list-keys.ts";
import { newKey } from "./schema.ts";
import { MAX_LIVE_KEYS } from "./store.ts";

const shop = openTestShop();

const create = (input: Partial<Parameters<typeof createApiKey>[1]> = {}) =>
  createApiKey(shop.ctx(), { name: "Backend", scopes: ["orders:read"], ...input });

const codeFor = async (secret: string) =>
  (await openApiClient(shop.env, secret).get<{ code: string }>("/no-such-thing")).body.code;

const auditActionsOf = async (id: string) =>
  (
    await env.DB.prepare("SELECT action FROM audit_entries WHERE target_id = ? ORDER BY id")
      .bind(id)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);

describe("the form of a key", () => {
  test("a key has the mode, 43 characters of 32 random bytes and 6 of the checksum", () => {
    for (let i = 0; i < 200; i++) expect(newApiKey("live")).toMatch(/^gh_live_[0-9A-Za-z]{49}$/);
    expect(parseApiKey(newApiKey("test"))).toMatchObject({ mode: "test" });
  });

  test("every mistyped, missing, added or swapped character is noticed", () => {
    const key = newApiKey("test");
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === "x" ? "y" : "x";
      const wrong = [
        key.slice(0, at) + other + key.slice(at + 1),
        key.slice(0, at) + key.slice(at + 1),
        key.slice(0, at) + other + key.slice(at),
      ];
      for (const text of wrong) expect(parseApiKey(text)).toBeNull();
      const swapped = key.slice(0, at) + (key[at + 1] ?? "") + key[at] + key.slice(at + 2);
      expect([key, null]).toContain(parseApiKey(swapped) === null ? null : swapped);
    }
    expect(parseApiKey(key.replace("gh_test_", "gh_live_"))).toBeNull();
    expect(parseApiKey(`${key}\n`)).toBeNull();
  });
});

describe("creating a key", () => {
  test("a new key is shown once, and only its hash is stored", async () => {
    const key = await create({ expiresAt: Date.now() + DAY });
    const row = await env.DB.prepare("SELECT * FROM api_keys WHERE id = ?").bind(key.id).first();
    expect(JSON.stringify(row)).not.toContain(key.secret);
    expect(row).toMatchObject({
      key_hash: parseApiKey(key.secret)!.hash,
      prefix: apiKeyPrefix(key.secret),
    });
    const listed = (await listApiKeys(shop.ctx())).find(({ id }) => id === key.id);
    expect(listed).toMatchObject({ name: "Backend", status: "live", scopes: ["orders:read"] });
    expect(listed).not.toHaveProperty("keyHash");
    expect(await auditActionsOf(key.id)).toEqual(["api_key.created"]);
    await revokeApiKey(shop.ctx(), key);
  });

  test("a key with an expiry in the past is refused", async () => {
    await expect(create({ expiresAt: Date.now() - 1 })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test.each([
    ["no scope", { name: "A", scopes: [] }],
    ["an unknown scope", { name: "A", scopes: ["orders:delete"] }],
    ["a scope twice", { name: "A", scopes: ["orders:read", "orders:read"] }],
    ["no name", { name: " ", scopes: ["orders:read"] }],
    ["an unknown field", { name: "A", scopes: ["orders:read"], mode: "live" }],
  ])("a key with %s is refused", (_name, input) => {
    expect(newKey.safeParse(input).success).toBe(false);
  });

  test("80 at once leave 50 live keys; revoked and expired ones make room", async () => {
    const settled = await Promise.allSettled(Array.from({ length: 80 }, () => create()));
    const made = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const refused = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    const live = (await listApiKeys(shop.ctx())).filter(({ status }) => status === "live");
    expect(live).toHaveLength(MAX_LIVE_KEYS);
    for (const error of refused) expect(error).toMatchObject({ code: "too_many_api_keys" });
    expect(refused.length).toBeGreaterThanOrEqual(30);
    // A roll needs no room: the old key goes when the overlap is over.
    const rolled = await rollApiKey(shop.ctx(), { id: made[0]!.id, overlapMs: HOUR });
    await expect(create()).rejects.toMatchObject({ code: "too_many_api_keys" });
    await revokeApiKey(shop.ctx(), { id: rolled.id });
    await revokeApiKey(shop.ctx(), await create());
    for (const { id } of made.slice(1)) await revokeApiKey(shop.ctx(), { id });
  });
});

describe("rolling a key", () => {
  test("rolling a key makes one with the same scopes, and the old one works until the overlap is over", async () => {
    const old = await create();
    const ctx = shop.ctx();
    const next = await rollApiKey(ctx, { id: old.id, overlapMs: HOUR });
    expect(next).toMatchObject({ name: old.name, scopes: old.scopes, status: "live" });
    expect(await codeFor(old.secret)).toBe("not_found");
    expect(await codeFor(next.secret)).toBe("not_found");
    const later = await listApiKeys(shop.ctx(undefined, ctx.now + HOUR));
    expect(later.find(({ id }) => id === old.id)).toMatchObject({
      status: "expired",
      replacedBy: next.id,
      expiresAt: ctx.now + HOUR,
    });
    expect(await auditActionsOf(old.id)).toEqual(["api_key.created", "api_key.rolled"]);
    await revokeApiKey(shop.ctx(), next);
  });

  test("without an overlap the old key stops at once", async () => {
    const old = await create();
    const next = await rollApiKey(shop.ctx(), { id: old.id, overlapMs: 0 });
    expect(await codeFor(old.secret)).toBe("api_key_expired");
    await revokeApiKey(shop.ctx(), next);
  });

  test("10 rolls at once make one new key", async () => {
    const old = await create();
    const rolls = await Promise.allSettled(
      Array.from({ length: 10 }, () => rollApiKey(shop.ctx(), { id: old.id, overlapMs: HOUR })),
    );
    const made = rolls.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(made).toHaveLength(1);
    await revokeApiKey(shop.ctx(), made[0]!);
  });

  test("404 for a revoked key and for a key of the other mode", async () => {
    const key = await create();
    await revokeApiKey(shop.ctx(), key);
    const input = { id: key.id, overlapMs: 0 };
    await expect(rollApiKey(shop.ctx(), input)).rejects.toMatchObject({ code: "not_found" });
    await expect(revokeApiKey(shop.ctx(), key)).rejects.toMatchObject({ code: "not_found" });
    const other = await create();
    await env.DB.prepare("UPDATE api_keys SET mode = 'live' WHERE id = ?").bind(other.id).run();
    await expect(revokeApiKey(shop.ctx(), other)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a revoked key is refused by the next request", async () => {
  const key = await create();
  expect(await codeFor(key.secret)).toBe("not_found");
  await revokeApiKey(shop.ctx(), key);
  expect(await codeFor(key.secret)).toBe("api_key_revoked");
  expect(await auditActionsOf(key.id)).toEqual(["api_key.created", "api_key.revoked"]);
});
