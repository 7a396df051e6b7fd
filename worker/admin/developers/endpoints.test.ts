import { expect, onTestFinished, test, vi } from "vitest";
import { DAY } from "../../lib/time.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import {
  createTestEndpoint,
  insertTestEvents,
  openReceiver,
} from "../../testing/fakes/webhooks.ts";
import { deliverEvents } from "../../webhooks/deliver-events.ts";
import { deleteEndpoint, editEndpoint } from "../../webhooks/endpoints.ts";
import type { WireDelivery } from "../../webhooks/wire-delivery.ts";
import type { DeliveryDetails, EndpointDetails, ShownEndpoint } from "./show-endpoints.ts";

const ENDPOINTS = "/api/admin/developers/endpoints";

const toRequest = (method: string, body?: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

type Admin = Awaited<ReturnType<typeof createSignedInUser>>;

const listDeliveries = async (admin: Admin, id: string) =>
  (await admin.json<{ items: WireDelivery[] }>(`${ENDPOINTS}/${id}/deliveries`)).items;

test("404 for support, and the list for an admin", async () => {
  const support = await createSignedInUser({ role: "support" });
  expect((await support.fetch(ENDPOINTS)).status).toBe(404);
  const admin = await createSignedInUser({ role: "admin" });
  expect((await admin.fetch(ENDPOINTS)).status).toBe(200);
});

test("a new endpoint's secret is in its answer, and never in the list or the audit log", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const response = await admin.fetch(ENDPOINTS, toRequest("POST", { url: openReceiver().url }));
  expect(response.status).toBe(201);
  const { id, secret } = await response.json<{ id: string; secret: string }>();
  onTestFinished(() => deleteEndpoint(shop.ctx(), { id }));
  expect(secret).toMatch(/^whsec_/);
  for (const path of [ENDPOINTS, `${ENDPOINTS}/${id}`, `/api/admin/audit?search=${id}`]) {
    const text = await (await admin.fetch(path)).text();
    expect(text).toContain(id);
    expect(text).not.toContain(secret);
  }
});

test("an edit from an older version is refused and says who saved first, and of ten at once one wins", async () => {
  const shop = openTestShop();
  const ann = await createSignedInUser({ role: "admin", name: "Ann Admin" });
  const { id } = await createTestEndpoint(shop.ctx(), { url: openReceiver().url });
  const edit = (version: string, body: object) =>
    ann.fetch(`${ENDPOINTS}/${id}?version=${version}`, toRequest("PATCH", body));
  const { updatedAt: first } = await ann.json<EndpointDetails>(`${ENDPOINTS}/${id}`);
  const answer = await edit(first, { description: "Ann's" });
  const { updatedAt: second } = await answer.json<EndpointDetails>();
  const refused = await edit(first, { types: ["order.paid"] });
  expect(await refused.json()).toMatchObject({
    status: 409,
    code: "edit_conflict",
    lastEdit: { by: "Ann Admin", at: expect.any(Number) },
  });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => edit(second, { description: `Number ${index}` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array<number>(9).fill(409),
  ]);
});

test("the list shows the latest attempt, and a delivery shows the event and the answer", async () => {
  const shop = openTestShop();
  const receiver = openReceiver();
  await receiver.answer([{ status: 500, body: "out of order" }]);
  const admin = await createSignedInUser({ role: "admin" });
  const { id } = await createTestEndpoint(shop.ctx(), { url: receiver.url });
  const userId = await shop.createUser();
  const [sequence] = await insertTestEvents(shop.ctx(), [userId]);
  await deliverEvents(shop.ctx(), { endpointId: id, limit: 10 });

  const { endpoints } = await admin.json<{ endpoints: ShownEndpoint[] }>(ENDPOINTS);
  const listed = endpoints.find((endpoint) => endpoint.id === id)!;
  expect(listed.lastStatus).toBe(500);
  expect(listed.failingSince).not.toBeNull();

  const delivery = (await listDeliveries(admin, id)).find(
    ({ eventId }) => eventId === `evt_${sequence}`,
  )!;
  expect(
    await admin.json<DeliveryDetails>(`${ENDPOINTS}/${id}/deliveries/${delivery.id}`),
  ).toMatchObject({
    url: receiver.url,
    endpointStatus: "enabled",
    responseStatus: 500,
    responseBody: "out of order",
    event: { id: `evt_${sequence}`, type: "order.paid", customerId: userId },
  });
});

test("404 for a delivery of another endpoint, and it is not retried", async () => {
  const shop = openTestShop();
  const receiver = openReceiver();
  const admin = await createSignedInUser({ role: "admin" });
  const { id } = await createTestEndpoint(shop.ctx(), { url: receiver.url });
  const other = await createTestEndpoint(shop.ctx(), { url: openReceiver().url });
  await insertTestEvents(shop.ctx(), [await shop.createUser()]);
  await deliverEvents(shop.ctx(), { endpointId: id, limit: 10 });
  const [delivery] = await listDeliveries(admin, id);
  const path = `${ENDPOINTS}/${other.id}/deliveries/${delivery!.id}`;
  expect((await admin.fetch(path)).status).toBe(404);
  expect((await admin.fetch(`${path}/retry`, toRequest("POST"))).status).toBe(404);
});

test("a disabled endpoint counts the events that wait for it", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const type = "license.activated";
  const url = openReceiver().url;
  const { id } = await createTestEndpoint(shop.ctx(), { url, types: [type] });
  await editEndpoint(shop.ctx(), { id, changes: { status: "disabled" } });
  const userId = await shop.createUser();
  await insertTestEvents(shop.ctx(), [userId, userId, userId], type);
  const { waiting } = await admin.json<EndpointDetails>(`${ENDPOINTS}/${id}`);
  expect(waiting.count).toBeGreaterThanOrEqual(3);
});

test("a test event arrives, and shows what the endpoint answered", async () => {
  const shop = openTestShop();
  const receiver = openReceiver();
  const admin = await createSignedInUser({ role: "admin" });
  const { id } = await createTestEndpoint(shop.ctx(), { url: receiver.url, types: ["gift.ended"] });
  const answer = await admin.fetch(`${ENDPOINTS}/${id}/test`, toRequest("POST"));
  expect(await answer.json()).toMatchObject({ error: null, responseStatus: 200 });
  expect(await receiver.received()).toHaveLength(1);
});

test("every change of an endpoint needs a fresh sign-in", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const { id } = await createTestEndpoint(shop.ctx(), { url: openReceiver().url });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY / 2 });
  for (const [method, path, body] of [
    ["POST", ENDPOINTS, { url: "https://app.example.com/hooks" }],
    ["PATCH", `${ENDPOINTS}/${id}`, { url: "https://elsewhere.example.com/hooks" }],
    ["POST", `${ENDPOINTS}/${id}/secret`, { overlapSeconds: 0 }],
    ["DELETE", `${ENDPOINTS}/${id}`, undefined],
  ] as const)
    expect(await (await admin.fetch(path, toRequest(method, body))).json()).toMatchObject({
      code: "sign_in_again",
    });
});
