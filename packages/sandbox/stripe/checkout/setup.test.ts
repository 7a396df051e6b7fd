import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

async function createSetupSession() {
  const account = createTestAccount(sandbox);
  const customer = await account.customer();
  const session = await account.stripe.checkout.sessions.create({
    mode: "setup",
    currency: "usd",
    customer: customer.id,
    success_url: "http://localhost:8787/account",
    setup_intent_data: { metadata: { user: "1" } },
  });
  return { ...account, customer, session };
}

describe("Checkout in setup mode", () => {
  it("saves a card for the customer and charges nothing", async () => {
    const { stripe, session, pay, customer, events } = await createSetupSession();
    expect(session).toMatchObject({
      amount_total: null,
      payment_status: "no_payment_required",
      setup_intent: expect.stringMatching(/^seti_/),
    });
    const page = await (await fetch(session.url!)).text();
    expect(page).toContain("Save card");
    expect((await pay(session.id, "4000000000000341")).status).toBe(200);
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["setup_intent.payment_method"],
    });
    expect(done).toMatchObject({
      status: "complete",
      payment_intent: null,
      setup_intent: {
        status: "succeeded",
        metadata: { user: "1" },
        payment_method: { customer: customer.id, card: { last4: "0341" } },
      },
    });
    expect((await events()).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["setup_intent.succeeded", "checkout.session.completed"]),
    );
    const methods = await stripe.paymentMethods.list({ customer: customer.id });
    expect(methods.data).toHaveLength(2);
  });

  it("a session in setup mode stays open after a decline, with the reason on the setup intent", async () => {
    const { stripe, session, pay } = await createSetupSession();
    expect((await pay(session.id, "4000000000000002")).status).toBe(402);
    expect(await stripe.setupIntents.retrieve(session.setup_intent as string)).toMatchObject({
      status: "requires_payment_method",
      last_setup_error: { code: "card_declined" },
    });
    expect((await pay(session.id, "4000002500003155")).status).toBe(200);
  });

  it("a session in setup mode cancels the setup intent when it expires", async () => {
    const { stripe, session } = await createSetupSession();
    await stripe.checkout.sessions.expire(session.id);
    expect((await stripe.setupIntents.retrieve(session.setup_intent as string)).status).toBe(
      "canceled",
    );
  });

  it("400 with line items, and without a currency", async () => {
    const { stripe, price } = await createSetupSession();
    const create = (params: Partial<Stripe.Checkout.SessionCreateParams>) =>
      stripe.checkout.sessions.create({
        mode: "setup",
        success_url: "http://localhost:8787/account",
        ...params,
      });
    await expect(create({})).rejects.toMatchObject({ param: "currency" });
    const line_items = [{ price: (await price(100)).id, quantity: 1 }];
    await expect(create({ currency: "usd", line_items })).rejects.toMatchObject({
      param: "line_items",
    });
  });
});
