import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openCheckout } from "../../checkout/open-checkout.ts";
import {
  monthly,
  openCheckoutForNewUser,
  payForNewProduct,
} from "../../testing/fixtures/purchases.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import type { NewProduct } from "../products/schema.ts";
import { showStripeState } from "./show-stripe-state.ts";

const INSUFFICIENT_FUNDS = "4000000000009995";
const GENERIC_DECLINE = "4000000000000002";
const CHALLENGE = "4000002760003184";

const show = (shop: TestShop, userId: string) => showStripeState(shop.ctx(), { userId });

/** Tries to pay with a card that is declined. */
const decline = (shop: TestShop, url: string, card: string) =>
  expect(shop.pay(url, card)).rejects.toThrow("answered 402");

async function openNew(shop: TestShop, product: Partial<NewProduct> = {}) {
  return openCheckoutForNewUser(shop, await shop.createPublishedProduct(product));
}

describe("checkouts as Stripe has them, without any webhook", () => {
  it("checkouts are declined, with the code of each attempt, newest first", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openNew(shop);
    await decline(shop, checkout.url, GENERIC_DECLINE);
    await shop.control("clock", { advanceSeconds: 60 });
    await decline(shop, checkout.url, INSUFFICIENT_FUNDS);
    expect((await show(shop, userId)).checkouts).toMatchObject([
      {
        id: checkout.id,
        outcome: "declined",
        attempts: [
          {
            code: "card_declined",
            declineCode: "insufficient_funds",
            amountMinor: 2900,
            currency: "usd",
            card: { brand: "visa", last4: "9995" },
            url: expect.stringMatching(/dashboard\.stripe\.com\/test\/payments\/pi_/),
          },
          { declineCode: "generic_decline" },
        ],
      },
    ]);
  });

  it("checkouts of a subscription are declined too, whose payment names no checkout", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openNew(shop, { prices: [monthly] });
    await decline(shop, checkout.url, INSUFFICIENT_FUNDS);
    const declined = { id: checkout.id, outcome: "declined" };
    expect((await show(shop, userId)).checkouts).toMatchObject([
      { ...declined, attempts: [{ declineCode: "insufficient_funds", amountMinor: 900 }] },
    ]);
  });

  it("checkouts of a free trial are declined too, which charges nothing, unless the key may not ask", async () => {
    const shop = openTestShop();
    const trial = { prices: [{ ...monthly, trialDays: 14 }] };
    const { userId, checkout } = await openNew(shop, trial);
    await decline(shop, checkout.url, INSUFFICIENT_FUNDS);
    expect((await show(shop, userId)).checkouts).toMatchObject([
      {
        outcome: "declined",
        attempts: [
          {
            declineCode: "insufficient_funds",
            amountMinor: 0,
            url: expect.stringMatching(/test\/setup_intents\/seti_/),
          },
        ],
      },
    ]);
    await shop.control("faults", { match: "GET /v1/setup_intents*", times: 1, status: 403 });
    expect((await show(shop, userId)).checkouts).toMatchObject([{ outcome: "open" }]);
    await shop.pay(checkout.url);
    expect((await show(shop, userId)).checkouts).toMatchObject([
      { outcome: "missed", attempts: [] },
    ]);
  });

  it("checkouts need the buyer if the bank asks to confirm, and are declined if that fails", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openNew(shop);
    const authenticating = shop.control(`checkout/${sessionIdOf(checkout.url)}/pay`, {
      card: CHALLENGE,
      authenticate: false,
    });
    await expect(authenticating).rejects.toThrow("answered 402");
    expect((await show(shop, userId)).checkouts).toMatchObject([
      {
        outcome: "declined",
        attempts: [{ code: "payment_intent_authentication_failure", declineCode: null }],
      },
    ]);
    // As the payment was before the buyer failed to confirm it.
    await shop.control("faults", {
      match: "GET /v1/payment_intents*",
      times: 1,
      patch: [
        { op: "replace", path: "/data/0/status", value: "requires_action" },
        { op: "replace", path: "/data/0/last_payment_error", value: null },
      ],
    });
    expect((await show(shop, userId)).checkouts).toMatchObject([
      { outcome: "needs_action", attempts: [] },
    ]);
  });

  it("checkouts are open at first and abandoned when their session has expired", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openNew(shop);
    expect((await show(shop, userId)).checkouts).toMatchObject([{ outcome: "open", attempts: [] }]);
    await shop.ctx().stripe.checkout.sessions.expire(sessionIdOf(checkout.url));
    expect((await show(shop, userId)).checkouts).toMatchObject([{ outcome: "abandoned" }]);
  });

  it("checkouts that Stripe reports as paid are missed until a sync, and then paid", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    expect((await show(shop, userId)).checkouts).toMatchObject([{ outcome: "missed" }]);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect((await show(shop, userId)).checkouts).toMatchObject([{ outcome: "paid" }]);
  });

  it("checkouts are processing while the bank has not answered about a debit", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(
      shop,
      {
        prices: [{ type: "one_time", amountMinor: 2900, currency: "eur" }] as NewProduct["prices"],
      },
      "AT611904300234573201",
    );
    expect((await show(shop, userId)).checkouts).toMatchObject([{ outcome: "processing" }]);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect((await show(shop, userId)).checkouts).toMatchObject([{ outcome: "processing" }]);
  });

  it("checkouts keep the attempts before the payment, and leave out failed renewals", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openNew(shop, { prices: [monthly] });
    await decline(shop, checkout.url, INSUFFICIENT_FUNDS);
    await shop.pay(checkout.url);
    const customer = await env.DB.prepare(
      "SELECT id, stripe_customer_id AS stripeId FROM customers WHERE user_id = ?",
    )
      .bind(userId)
      .first<{ id: string; stripeId: string }>();
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    expect((await show(shop, userId)).checkouts).toMatchObject([
      { outcome: "paid", attempts: [{ declineCode: "insufficient_funds" }] },
    ]);
    const other = await shop.createPublishedProduct({ prices: [monthly] });
    await shop.control(`customers/${customer!.stripeId}/card`, { card: "4000000000000341" });
    // The renewal is charged an hour after the period's end, while the other checkout is open.
    const { current_period_end: end } = (
      await shop.ctx().stripe.subscriptions.list({ customer: customer!.stripeId })
    ).data[0]!.items.data[0]!;
    const openedAt = end * 1000 + 40 * 60_000;
    await shop.control("clock", {
      advanceSeconds: Math.ceil((openedAt - Date.now()) / 1000),
    });
    await openCheckout(shop.asUser(userId, openedAt + 2000), { priceId: other.prices[0]!.id });
    await shop.control("clock", { advanceSeconds: 25 * 60 });
    const now = openedAt + 25 * 60_000;
    expect((await shop.ctx().stripe.charges.list()).data[0]).toMatchObject({ status: "failed" });
    const { checkouts } = await showStripeState(shop.ctx(undefined, now), { userId });
    expect(checkouts.map(({ outcome, attempts }) => [outcome, attempts.length])).toEqual([
      ["open", 0],
      ["paid", 1],
    ]);
  });
});

describe("other things at Stripe", () => {
  it("include the invoices with links, newest first", async () => {
    const shop = openTestShop();
    const { userId } = await subscribe(shop);
    expect((await show(shop, userId)).invoices).toMatchObject([
      {
        status: "paid",
        currency: "usd",
        url: expect.stringMatching(/dashboard\.stripe\.com\/test\/invoices\/in_/),
      },
    ]);
  });

  it("include another Stripe customer with the same email, only if it has paid", async () => {
    const shop = openTestShop();
    const email = `twice-${crypto.randomUUID()}@example.com`;
    const paying = await payForNewProduct(shop);
    const row = await env.DB.prepare(
      "SELECT stripe_customer_id AS id FROM customers WHERE user_id = ?",
    )
      .bind(paying.userId)
      .first<{ id: string }>();
    const { stripe } = shop.ctx();
    await stripe.customers.update(row!.id, { email });
    await stripe.customers.create({ email });
    const userId = await shop.createUser(email);
    expect((await show(shop, userId)).payersWithSameEmail).toMatchObject([
      { id: row!.id, userId: paying.userId },
    ]);
  });
});

it("the page says so if Stripe does not answer, and that a user is unknown", async () => {
  const shop = openTestShop();
  const { userId } = await openNew(shop);
  const support = await createSignedInUser({ role: "support", env: shop.env });
  await shop.control("faults", { match: "GET /v1/payment_intents*", times: 9, status: 500 });
  const ask = async (id: string) =>
    (await support.fetch(`/api/admin/customers/${id}/stripe`)).json<{ code: string }>();
  expect((await ask(userId)).code).toBe("stripe_unavailable");
  expect((await ask(`usr_${"0".repeat(26)}`)).code).toBe("not_found");
});

it("the tax ids of a customer have the state that Stripe has found last", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const { stripe } = shop.ctx();
  const [customer] = (await stripe.customers.list()).data;
  for (const value of ["DE000000000", "FR111111111", "IT333333333"])
    await stripe.customers.createTaxId(customer!.id, { type: "eu_vat", value });
  const statuses = async () => (await show(shop, userId)).taxIds.map(({ status }) => status);
  expect(await statuses()).toEqual(["pending", "pending", "pending"]);
  await shop.control("clock", { advanceSeconds: 10 });
  expect(await statuses()).toEqual(["unavailable", "unverified", "verified"]);
  expect((await show(shop, userId)).taxIds.at(-1)).toMatchObject({
    value: "DE000000000",
    registeredName: "Example Company",
  });
});
