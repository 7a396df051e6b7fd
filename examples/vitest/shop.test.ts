import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startSandbox, type Sandbox } from "@gatehouse/sandbox";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { handleWebhook, refreshAccess, startCheckout, type Access } from "./shop.ts";

const secret = "whsec_example";

let sandbox: Sandbox;
let stripe: Stripe;
let server: Server;
let price: string;
const access: Access = new Map();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const signature = String(request.headers["stripe-signature"]);
    await handleWebhook({ stripe, secret, access }, body, signature);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  sandbox = await startSandbox({ webhook: { url, secret } });
  stripe = new Stripe(sandbox.secretKey, sandbox.stripeConfig);
});
afterAll(async () => {
  await sandbox.stop();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  await sandbox.control("reset", {});
  access.clear();
  const { id } = await stripe.prices.create({
    currency: "usd",
    unit_amount: 900,
    recurring: { interval: "month" },
    product_data: { name: "Pro" },
  });
  price = id;
});

/** Pays as a customer on the payment page does. */
async function pay(card = "4242424242424242"): Promise<Stripe.Checkout.Session> {
  const { id } = await startCheckout(stripe, price);
  return sandbox.control(`checkout/${id}/pay`, { card });
}

/** Sends the events that have not been sent yet, and waits until the app has handled them. */
const deliver = () => sandbox.control("webhooks/flush", {});

test("a customer who has paid has access, until the end of the month", async () => {
  const { customer } = await pay();
  await deliver();
  const { now } = await sandbox.control<{ now: number }>("clock");
  expect(access.get(customer as string)?.until).toBeGreaterThan(now + 27 * 86_400);
});

test("a month later, the renewal moves the end", async () => {
  const { customer } = await pay();
  await deliver();
  const { until } = access.get(customer as string)!;
  await sandbox.control("clock", { advanceSeconds: 32 * 86_400 });
  await deliver();
  expect(access.get(customer as string)?.until).toBeGreaterThan(until + 27 * 86_400);
});

test("a declined card gives no access", async () => {
  await expect(pay("4000000000000002")).rejects.toThrow("Your card was declined.");
  expect(access.size).toBe(0);
});

test("an event that arrives twice gives access once", async () => {
  await sandbox.control("webhooks", { mode: "duplicate" });
  await pay();
  await deliver();
  expect(access.size).toBe(1);
});

test("a lost webhook is made up for by the job at night", async () => {
  await sandbox.control("webhooks", { mode: "drop" });
  const { subscription, customer } = await pay();
  expect(access.size).toBe(0);
  await refreshAccess(stripe, access, subscription as string);
  expect([...access.keys()]).toEqual([customer]);
});
