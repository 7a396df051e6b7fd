import { getRequestListener } from "@hono/node-server";
import express from "express";
import { Hono } from "hono";
import { Webhook } from "standardwebhooks";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { listen, type TestServer } from "../testing/serve.ts";
import type { components } from "./openapi.ts";
import { InvalidWebhookError, verifyWebhook, type FeedEvent } from "./webhooks.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const body = JSON.stringify({
  id: "evt_12",
  type: "order.paid",
  timestamp: "2026-11-22T10:00:00.000Z",
  sequence: 12,
  customerId: "usr_1",
  data: { id: "ord_1", status: "paid", note: "Zoë 🎉" },
});

/** The headers that the shop signs a body with. */
function sign(options: { secrets?: string[]; at?: Date; id?: string; of?: string } = {}) {
  const { secrets = [secret], at = new Date(), id = "evt_12", of = body } = options;
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((key) => new Webhook(key).sign(id, at, of)).join(" "),
  };
}

const toRequest = (headers: Record<string, string>, sent = body) =>
  new Request("https://app.example/hooks", { method: "POST", headers, body: sent });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe("the event is returned", () => {
  test("the event is returned from a Request", async () => {
    expect(await verifyWebhook(toRequest(sign()), secret)).toEqual(JSON.parse(body));
  });

  test.each([
    ["a Buffer", Buffer.from(body)],
    ["a text", body],
  ])("the event is returned from Node's headers and %s", async (_, raw) => {
    expect(await verifyWebhook({ headers: sign(), body: raw }, secret)).toEqual(JSON.parse(body));
  });

  test.each([secret, otherSecret])(
    "the event is returned with the secret %s while it is rolled",
    async (known) => {
      const headers = sign({ secrets: [secret, otherSecret] });
      expect(await verifyWebhook(toRequest(headers), known)).toMatchObject({ id: "evt_12" });
    },
  );
});

test.each<[string, Request]>([
  ["another secret", toRequest(sign({ secrets: [otherSecret] }))],
  ["a changed body", toRequest(sign(), body.replace("paid", "free"))],
  ["a changed id", toRequest({ ...sign(), "webhook-id": "evt_13" })],
  ["a repetition after six minutes", toRequest(sign({ at: minutesAgo(6) }))],
  ["a time six minutes ahead", toRequest(sign({ at: minutesAgo(-6) }))],
  ["a time that is none", toRequest({ ...sign(), "webhook-timestamp": "now" })],
  ["no signature", toRequest({ "webhook-id": "evt_12", "webhook-timestamp": "1" })],
  ["a signature that is none", toRequest({ ...sign(), "webhook-signature": "v1,?" })],
  ["a signed body that is no JSON", toRequest(sign({ of: "hello" }), "hello")],
])("InvalidWebhookError for %s", async (_, request) => {
  await expect(verifyWebhook(request, secret)).rejects.toBeInstanceOf(InvalidWebhookError);
});

test("a body that was parsed already is an error of the app, with the remedy", async () => {
  const parsed = { headers: sign(), body: JSON.parse(body) };
  await expect(verifyWebhook(parsed, secret)).rejects.toThrow("express.raw");
});

test("a missing secret is an error of the app, not of the request", async () => {
  await expect(verifyWebhook(toRequest(sign()), "")).rejects.toBeInstanceOf(TypeError);
});

test("the type of an event decides the type of its data", () => {
  const readEvent = (event: FeedEvent) => {
    if (event.type === "order.refunded")
      expectTypeOf(event.data).toEqualTypeOf<components["schemas"]["Order"]>();
    if (event.type === "entitlement.revoked")
      expectTypeOf(event.data).toEqualTypeOf<components["schemas"]["Entitlement"]>();
  };
  expectTypeOf(readEvent).parameter(0).toHaveProperty("sequence");
});

test.each<[string, (secret: string) => Promise<TestServer>]>([
  [
    "Hono",
    (secret) => {
      const app = new Hono();
      app.post("/hooks", async (c) => c.json((await verifyWebhook(c.req.raw, secret)).id));
      return listen(getRequestListener(app.fetch));
    },
  ],
  [
    "Express",
    (secret) => {
      const app = express().set("env", "test");
      app.post("/hooks", express.raw({ type: "*/*" }), async (request, response) => {
        response.json((await verifyWebhook(request, secret)).id);
      });
      return listen(app);
    },
  ],
])("%s answers 400 to an invalid webhook, and works on a valid one", async (_, start) => {
  const server = await start(secret);
  onTestFinished(server.stop);
  const deliver = (headers: Record<string, string>) =>
    fetch(`${server.url}/hooks`, { method: "POST", headers, body });
  expect((await deliver(sign({ secrets: [otherSecret] }))).status).toBe(400);
  expect((await fetch(`${server.url}/hooks`, { method: "POST" })).status).toBe(400);
  expect((await deliver({ "content-type": "text/plain" })).status).toBe(400);
  expect(await (await deliver(sign())).json()).toBe("evt_12");
});
