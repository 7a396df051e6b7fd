import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "../packages/sandbox/main.ts";
import { openAccount, openSandbox } from "../packages/sandbox/testing/test-account.ts";
import { eventTypes } from "../worker/stripe/event-types.ts";
import { planSetup } from "./plan-stripe-setup.ts";

const origin = "https://shop.example.com";
const url = `${origin}/api/stripe/webhook`;

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await openSandbox()));
afterAll(() => sandbox.stop());

/** Does all there is to do. @returns the secrets that were told */
async function setUp(stripe: Stripe, replace = false) {
  const told: (string | undefined)[] = [];
  for (const step of await planSetup(stripe, { origin, replace })) told.push(await step.run());
  return told.filter((secret) => secret !== undefined);
}

const endpointsOf = async (stripe: Stripe) => (await stripe.webhookEndpoints.list()).data;
const portalsOf = async (stripe: Stripe) => (await stripe.billingPortal.configurations.list()).data;

test("a new account gets an endpoint with exactly our events, and a portal without plan changes", async () => {
  const { stripe } = openAccount(sandbox);
  expect(await setUp(stripe)).toEqual([expect.stringMatching(/^whsec_/)]);
  expect(await endpointsOf(stripe)).toMatchObject([
    { url, enabled_events: eventTypes, api_version: Stripe.API_VERSION, status: "enabled" },
  ]);
  // Stripe would hold every invoice back until it was answered.
  expect(eventTypes).not.toContain("invoice.created");
  expect(await portalsOf(stripe)).toMatchObject([
    {
      default_return_url: `${origin}/account/billing`,
      metadata: { gatehouse: "portal" },
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
        subscription_cancel: { enabled: true, mode: "at_period_end" },
        subscription_update: { enabled: false },
      },
    },
  ]);
});

test("the second time there is nothing new, and no secret to tell", async () => {
  const { stripe } = openAccount(sandbox);
  await setUp(stripe);
  const before = [await endpointsOf(stripe), await portalsOf(stripe)].flat().map(({ id }) => id);
  expect(await setUp(stripe)).toEqual([]);
  const after = [await endpointsOf(stripe), await portalsOf(stripe)].flat().map(({ id }) => id);
  expect(after).toEqual(before);
});

test("an endpoint that somebody changed is put right; others are left alone", async () => {
  const { stripe } = openAccount(sandbox);
  const other = { url: "https://other.example.com/hook", enabled_events: ["*"] as const };
  await stripe.webhookEndpoints.create({ ...other, enabled_events: ["*"] });
  const ours = await stripe.webhookEndpoints.create({ url, enabled_events: ["invoice.paid"] });
  await stripe.webhookEndpoints.update(ours.id, { disabled: true });
  await setUp(stripe);
  expect(await endpointsOf(stripe)).toMatchObject([
    { id: ours.id, enabled_events: eventTypes, status: "enabled" },
    other,
  ]);
});

test("a plan alone changes nothing", async () => {
  const { stripe } = openAccount(sandbox);
  const steps = await planSetup(stripe, { origin, replace: false });
  expect(steps.map(({ says }) => says)).toEqual([
    `create a webhook endpoint at ${url}`,
    "create a billing portal configuration",
  ]);
  expect(await endpointsOf(stripe)).toEqual([]);
});

test("two endpoints at our address are for a person to decide, or replaced by one", async () => {
  const { stripe } = openAccount(sandbox);
  for (let count = 0; count < 2; count++)
    await stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
  await expect(planSetup(stripe, { origin, replace: false })).rejects.toThrow("--replace");
  expect(await setUp(stripe, true)).toHaveLength(1);
  expect(await endpointsOf(stripe)).toHaveLength(1);
});
