import type { Sandbox } from "@gatehouse/sandbox";
import { createTestAccount, startTestSandbox } from "@gatehouse/sandbox/testing/test-account";
import Stripe from "stripe";
import type { StripeClient } from "../../worker/stripe/client.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import { planStripeSetup } from "./plan-setup.ts";

const origin = "https://shop.example.com";
const url = `${origin}/api/stripe/webhook`;

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

/** Runs all planned steps. @returns the signing secrets that Stripe returned */
async function setUp(stripe: StripeClient, replace = false) {
  const secrets: (string | undefined)[] = [];
  for (const step of await planStripeSetup(stripe, { origin, replace }))
    secrets.push(await step.run());
  return secrets.filter((secret) => secret !== undefined);
}

const listEndpoints = async (stripe: StripeClient) => (await stripe.webhookEndpoints.list()).data;
const listPortals = async (stripe: StripeClient) =>
  (await stripe.billingPortal.configurations.list()).data;

test("setup creates an endpoint with exactly our events, and a portal for details but not for plans", async () => {
  const { stripe } = createTestAccount(sandbox);
  expect(await setUp(stripe)).toEqual([expect.stringMatching(/^whsec_/)]);
  expect(await listEndpoints(stripe)).toMatchObject([
    { url, enabled_events: eventTypes, api_version: Stripe.API_VERSION, status: "enabled" },
  ]);
  // With `invoice.created`, Stripe would delay every invoice until the endpoint responds.
  expect(eventTypes).not.toContain("invoice.created");
  expect(await listPortals(stripe)).toMatchObject([
    {
      default_return_url: `${origin}/account/billing`,
      metadata: { gatehouse: "portal" },
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
        subscription_cancel: { enabled: true, mode: "at_period_end" },
        subscription_update: { enabled: false },
        customer_update: { enabled: true, allowed_updates: ["address", "name", "tax_id"] },
      },
    },
  ]);
});

test("a second setup creates nothing and returns no secret", async () => {
  const { stripe } = createTestAccount(sandbox);
  await setUp(stripe);
  const before = [await listEndpoints(stripe), await listPortals(stripe)]
    .flat()
    .map(({ id }) => id);
  expect(await setUp(stripe)).toEqual([]);
  const after = [await listEndpoints(stripe), await listPortals(stripe)].flat().map(({ id }) => id);
  expect(after).toEqual(before);
});

test("setup restores a changed endpoint, and leaves other endpoints alone", async () => {
  const { stripe } = createTestAccount(sandbox);
  const other = { url: "https://other.example.com/hook", enabled_events: ["*"] as const };
  await stripe.webhookEndpoints.create({ ...other, enabled_events: ["*"] });
  const ours = await stripe.webhookEndpoints.create({ url, enabled_events: ["invoice.paid"] });
  await stripe.webhookEndpoints.update(ours.id, { disabled: true });
  await setUp(stripe);
  expect(await listEndpoints(stripe)).toMatchObject([
    { id: ours.id, enabled_events: eventTypes, status: "enabled" },
    other,
  ]);
});

test("planning changes nothing", async () => {
  const { stripe } = createTestAccount(sandbox);
  const steps = await planStripeSetup(stripe, { origin, replace: false });
  expect(steps.map(({ description }) => description)).toEqual([
    `create a webhook endpoint at ${url}`,
    "create a billing portal configuration",
  ]);
  expect(await listEndpoints(stripe)).toEqual([]);
});

test("two endpoints at our URL are an error, or are replaced by one with --replace", async () => {
  const { stripe } = createTestAccount(sandbox);
  for (let count = 0; count < 2; count++)
    await stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
  await expect(planStripeSetup(stripe, { origin, replace: false })).rejects.toThrow("--replace");
  expect(await setUp(stripe, true)).toHaveLength(1);
  expect(await listEndpoints(stripe)).toHaveLength(1);
});
