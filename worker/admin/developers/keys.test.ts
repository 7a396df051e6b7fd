import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { CreatedKey } from "../../identity/keys/change-keys.ts";
import { DAY } from "../../lib/time.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import type { ShownKey } from "./show-keys.ts";

const KEYS = "/api/admin/developers/keys";

const toRequest = (method: string, body?: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

type Admin = Awaited<ReturnType<typeof createSignedInUser>>;

async function createKey(admin: Admin, name = "A program"): Promise<CreatedKey> {
  const body = { name, scopes: ["entitlements:read"] };
  const response = await admin.fetch(KEYS, toRequest("POST", body));
  expect(response.status).toBe(201);
  return response.json<CreatedKey>();
}

const findKey = async (admin: Admin, id: string) =>
  (await admin.json<{ keys: ShownKey[] }>(KEYS)).keys.find((key) => key.id === id);

test("404 for support, and the list for an admin", async () => {
  const support = await createSignedInUser({ role: "support" });
  expect((await support.fetch(KEYS)).status).toBe(404);
  const admin = await createSignedInUser({ role: "admin" });
  expect((await admin.fetch(KEYS)).status).toBe(200);
});

test("a created key is in its answer, and never in the list or the audit log", async () => {
  const admin = await createSignedInUser({ role: "admin" });
  const { id, secret } = await createKey(admin);
  expect(secret).toMatch(/^gh_test_/);
  const listed = await findKey(admin, id);
  expect(listed).toMatchObject({ name: "A program", prefix: secret.slice(0, 12), status: "live" });
  const everything = await (await admin.fetch(KEYS)).text();
  const audit = await (await admin.fetch(`/api/admin/audit?search=${id}`)).text();
  expect(audit).toContain("api_key.created");
  for (const text of [everything, audit]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain("keyHash");
  }
});

test("the list names who made a key", async () => {
  const admin = await createSignedInUser({ role: "admin" });
  const { id } = await createKey(admin);
  const row = await env.DB.prepare("SELECT coalesce(name, email) AS name FROM users WHERE id = ?")
    .bind(admin.userId)
    .first<string>("name");
  expect(await findKey(admin, id)).toMatchObject({ createdByName: row });
});

test("a rolled key works until the overlap ends, next to the new one", async () => {
  const admin = await createSignedInUser({ role: "admin" });
  const { id, secret } = await createKey(admin);
  const response = await admin.fetch(
    `${KEYS}/${id}/rotation`,
    toRequest("POST", { overlapMs: DAY }),
  );
  const rolled = await response.json<CreatedKey>();
  expect(rolled.secret).not.toBe(secret);
  expect(await findKey(admin, id)).toMatchObject({ status: "replaced", replacedBy: rolled.id });
  expect(await findKey(admin, rolled.id)).toMatchObject({ status: "live" });
});

test("a revoked key stays in the list as revoked, and cannot be revoked again", async () => {
  const admin = await createSignedInUser({ role: "admin" });
  const { id } = await createKey(admin);
  expect((await admin.fetch(`${KEYS}/${id}`, toRequest("DELETE"))).status).toBe(204);
  expect(await findKey(admin, id)).toMatchObject({ status: "revoked" });
  expect((await admin.fetch(`${KEYS}/${id}`, toRequest("DELETE"))).status).toBe(404);
});

test("every change needs a fresh sign-in", async () => {
  const admin = await createSignedInUser({ role: "admin" });
  const { id } = await createKey(admin);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY / 2 });
  for (const [method, path, body] of [
    ["POST", KEYS, { name: "Another", scopes: ["orders:read"] }],
    ["POST", `${KEYS}/${id}/rotation`, { overlapMs: 0 }],
    ["DELETE", `${KEYS}/${id}`, undefined],
  ] as const)
    expect(await (await admin.fetch(path, toRequest(method, body))).json()).toMatchObject({
      code: "sign_in_again",
    });
  vi.useRealTimers();
  expect(await findKey(admin, id)).toMatchObject({ status: "live" });
});
