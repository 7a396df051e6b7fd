import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApiClient } from "../../testing/clients/api-client.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { openTestShop } from "../../testing/shop.ts";
import { insertTestEvents, openReceiver, runDeliveries } from "../../testing/fakes/webhooks.ts";
import { deleteEndpoint } from "../../webhooks/endpoints.ts";

type Created = { id: string; secret: string; url: string; types: string[]; status: string };
type Deliveries = {
  data: { id: string; status: string; type: string }[];
  nextCursor: string | null;
};

const shop = openTestShop();

async function createOverApi(url = openReceiver().url, body: object = {}) {
  const client = await createApiClient(shop);
  const { body: created } = await client.post<Created>("/webhook-endpoints", { url, ...body });
  onTestFinished(() => deleteEndpoint(shop.ctx(), { id: created.id }).catch(() => {}));
  return { client, created, path: `/webhook-endpoints/${created.id}` };
}

describe("a program with webhooks:write", () => {
  test("a program creates, reads, changes and deletes an endpoint, and sees the secret once", async () => {
    const { client, created, path } = await createOverApi();
    expect(created).toMatchObject({ status: "enabled", types: ["*"] });
    expect(created.secret).toMatch(/^whsec_/);
    const { secret: _, ...shown } = created;
    expect((await client.get(path)).body).toEqual(shown);
    const { body: list } = await client.get<{ data: object[] }>("/webhook-endpoints");
    expect(list.data).toContainEqual(shown);
    const changes = { types: ["order.paid"], status: "disabled", description: "Ours" };
    expect((await client.send("PATCH", path, changes)).body).toMatchObject(changes);
    expect((await client.send("DELETE", path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test.each([
    ["a private address", { url: "https://10.0.0.1" }, "url"],
    ["no URL", { url: "nothing" }, "url"],
    ["the port of another service", { url: "https://example.com:25" }, "url"],
    ["an unknown event type", { url: "https://example.com", types: ["order.eaten"] }, "types.0"],
    ["an unknown field", { url: "https://example.com", secret: "whsec_mine" }, ""],
  ])("a program gets 422 for %s", async (_, body, path) => {
    const client = await createApiClient(shop);
    const answer = await client.post("/webhook-endpoints", body);
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path }] } });
  });

  test("a creation with the same Idempotency-Key repeats its endpoint, whose secret is stored unreadably", async () => {
    const client = await createApiClient(shop);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { url: openReceiver().url };
    const first = await client.post<Created>("/webhook-endpoints", body, headers);
    onTestFinished(() => deleteEndpoint(shop.ctx(), { id: first.body.id }));
    const second = await client.post<Created>("/webhook-endpoints", body, headers);
    expect(second.body).toEqual(first.body);
    const stored = await shop.env.DB.prepare(
      "SELECT body FROM idempotent_requests WHERE key_id = ?",
    )
      .bind(client.keyId)
      .first<string>("body");
    expect(stored).not.toContain("whsec_");
  });

  test("a program rolls the secret: a message then has two signatures", async () => {
    const receiver = openReceiver();
    const { client, created, path } = await createOverApi(receiver.url);
    const { body } = await client.post<Created>(`${path}/secret`, { overlapSeconds: 60 });
    expect((await client.post(`${path}/test`)).body).toMatchObject({ delivered: true });
    const [hook] = await receiver.received();
    for (const secret of [created.secret, body.secret])
      expect(new Webhook(secret).verify(hook?.body ?? "", hook?.headers ?? {})).toMatchObject({
        type: "webhook.test",
      });
  });

  test("a program lists deliveries page by page, and retries one", async () => {
    const receiver = openReceiver();
    const { client, created, path } = await createOverApi(receiver.url);
    const ctx = shop.ctx();
    const sequences = await insertTestEvents(ctx, ["usr_1", "usr_1", "usr_2"]);
    await runDeliveries(shop, created.id, { from: ctx.now });
    const { body: first } = await client.get<Deliveries>(`${path}/deliveries?limit=2`);
    const { body: second } = await client.get<Deliveries>(
      `${path}/deliveries?limit=2&cursor=${first.nextCursor}`,
    );
    expect([...first.data, ...second.data]).toMatchObject(
      sequences.toReversed().map((sequence) => ({
        eventId: `evt_${sequence}`,
        type: "order.paid",
        status: "delivered",
        responseStatus: 200,
        responseBody: "ok",
        attempts: 1,
      })),
    );
    expect(second.nextCursor).toBeNull();
    const { body: failed } = await client.get<Deliveries>(`${path}/deliveries?status=failed`);
    expect(failed.data).toEqual([]);
    const { id } = second.data[0]!;
    expect((await client.post(`/deliveries/${id}/retries`)).body).toMatchObject({
      status: "pending",
    });
    await runDeliveries(shop, created.id, { from: Date.now() });
    expect((await receiver.receivedSequences()).at(-1)).toBe(sequences[0]);
    expect((await client.get(`/deliveries/${id}`)).body).toMatchObject({ status: "delivered" });
  });

  test("a program retries all failed deliveries since a time", async () => {
    const { client, path } = await createOverApi();
    const answer = await client.post(`${path}/retries`, { since: "2026-01-01T00:00:00Z" });
    expect(answer).toMatchObject({ status: 200, body: { retried: 0 } });
    expect(await client.post(`${path}/retries`, { since: "yesterday" })).toMatchObject({
      status: 422,
    });
  });
});

test("a program gets events only of objects that its API key may read", async () => {
  const client = await createApiClient(shop, ["webhooks:write", "orders:read"]);
  const create = (types?: string[]) =>
    client.post<Created>("/webhook-endpoints", { url: openReceiver().url, types });
  for (const types of [undefined, ["*"], ["order.paid", "license.updated"]])
    expect(await create(types)).toMatchObject({
      status: 403,
      body: { code: "insufficient_scope", detail: expect.stringContaining("licenses:read") },
    });
  const { body: own } = await create(["order.paid"]);
  onTestFinished(() => deleteEndpoint(shop.ctx(), { id: own.id }));
  const { created } = await createOverApi();
  const change = async (id: string, changes: object) =>
    (await client.send("PATCH", `/webhook-endpoints/${id}`, changes)).status;
  expect(await change(own.id, { types: ["*"] })).toBe(403);
  expect(await change(created.id, { url: openReceiver().url })).toBe(403);
  expect(await change(own.id, { url: openReceiver().url })).toBe(200);
  expect(await change(created.id, { description: "All events" })).toBe(200);
});

test("a program sends few test events a minute, and is not limited in the rest that it does with webhooks", async () => {
  const { client, created, path } = await createOverApi();
  const counted: string[] = [];
  const limiter = {
    limit: async ({ key }: { key: string }) => (counted.push(key), { success: false }),
  };
  const limited = openBrowser({ env: { ...shop.env, SIGN_IN_LIMIT: limiter }, sendsOrigin: false });
  const headers = { authorization: `Bearer ${client.secret}` };
  const test = await limited.fetch(`/api/v1${path}/test`, { method: "POST", headers });
  expect([test.status, test.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await limited.fetch(`/api/v1${path}`, { headers })).status).toBe(200);
  const owner = await createSignedInUser({
    role: "owner",
    env: { ...shop.env, SIGN_IN_LIMIT: limiter },
  });
  const console = `/api/admin/developers/endpoints/${created.id}/test`;
  expect((await owner.fetch(console, { method: "POST" })).status).toBe(429);
  expect(counted).toEqual([`webhook-test:${client.keyId}`, `webhook-test:${owner.userId}`]);
});

test("404 for an unknown endpoint or delivery", async () => {
  const client = await createApiClient(shop);
  const id = "0".repeat(26);
  for (const path of [`/webhook-endpoints/whe_${id}`, `/deliveries/whd_${id}`])
    expect(await client.get(path)).toMatchObject({ status: 404, body: { code: "not_found" } });
});
