import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const newAccount = () => createTestAccount(sandbox);
const validCard = {
  number: "4242 4242 4242 4242",
  expiry: "12 / 34",
  cvc: "123",
  name: "Ann",
  action: "pay",
};

async function get(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function post(url: string, form: Record<string, string>) {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  const html = await response.text();
  const alert = /role="alert"[^>]*>\s*([^<]*?)\s*</.exec(html)?.[1];
  return { status: response.status, location: response.headers.get("location"), html, alert };
}

describe("the checkout page", () => {
  it("the checkout page shows the amount and pays with the prefilled card", async () => {
    const { openCheckout } = newAccount();
    const session = await openCheckout({
      success_url:
        "http://localhost:8787/thanks?session={CHECKOUT_SESSION_ID}&raw=%7BCHECKOUT_SESSION_ID%7D",
    });
    const html = await get(session.url!);
    expect(html).toContain("Pay $29.00");
    expect(html).toContain('href="http://localhost:8787/p/thing"');
    const paid = await post(session.url!, validCard);
    expect(paid).toMatchObject({
      status: 303,
      location: `http://localhost:8787/thanks?session=${session.id}&raw=%7BCHECKOUT_SESSION_ID%7D`,
    });
  });

  it("the checkout page is in a language that Stripe has, and in no other", async () => {
    const { openCheckout } = newAccount();
    const { url } = await openCheckout({ locale: "pt-BR" });
    expect(await get(url!)).toContain('<html lang="pt-BR">');
    await expect(openCheckout({ locale: "ar" })).rejects.toMatchObject({
      statusCode: 400,
      param: "locale",
    });
  });

  it("the checkout page shows why a card was declined, and keeps the field values", async () => {
    const { openCheckout } = newAccount();
    const session = await openCheckout();
    const declined = await post(session.url!, {
      ...validCard,
      number: "4000000000009995",
      name: "Ann Archer",
    });
    expect(declined.alert).toBe("Your card has insufficient funds.");
    expect(declined.html).toContain('value="4000000000009995"');
    expect(declined.html).toContain('value="Ann Archer"');
    expect((await post(session.url!, validCard)).status).toBe(303);
  });

  it.each([
    [{ number: "4242" }, "Your card number is incomplete."],
    [{ number: "4242 4242 4242 4241" }, "Your card number is invalid."],
    [{ expiry: "13 / 30" }, "expiration date is incomplete"],
    [{ expiry: "01 / 20" }, "expiration date is in the past"],
    [{ cvc: "" }, "security code is incomplete"],
    [{ name: "" }, "Your name is incomplete."],
  ])("the checkout page refuses %j without creating a payment intent", async (wrong, message) => {
    const { stripe, openCheckout } = newAccount();
    const session = await openCheckout();
    const { html } = await post(session.url!, { ...validCard, ...wrong });
    expect(html.replaceAll("&#39;", "'")).toContain(message);
    expect(html).toContain('aria-invalid="true"');
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it("the checkout page fills in the chosen test card", async () => {
    const { openCheckout } = newAccount();
    const { html } = await post((await openCheckout()).url!, {
      ...validCard,
      fill: "4000002500003155",
    });
    expect(html).toContain('value="4000 0025 0000 3155"');
  });

  it("the checkout page redirects to 3-D Secure and back", async () => {
    const { stripe, openCheckout } = newAccount();
    const session = await openCheckout();
    const asked = await post(session.url!, { ...validCard, number: "4000002500003155" });
    expect(asked.location).toContain(`/checkout/${session.id}/authenticate`);
    expect(await get(asked.location!)).toContain("Complete authentication");
    const failed = await post(asked.location!, { answer: "fail" });
    expect(failed.alert).toContain("unable to authenticate");
    // This page is at the URL of the 3-D Secure page, so its form needs an explicit action.
    expect(failed.html).toContain(`action="/checkout/${session.id}"`);
    await post(session.url!, { ...validCard, number: "4000002500003155" });
    expect((await post(asked.location!, { answer: "complete" })).location).toBe(
      `http://localhost:8787/thanks?session=${session.id}`,
    );
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
  });

  it("the checkout page offers SEPA debit only for euros", async () => {
    const { openCheckout } = newAccount();
    expect(await get((await openCheckout()).url!)).not.toContain("SEPA debit");
    const session = await openCheckout({ currency: "eur" });
    expect(await get(session.url!)).toContain("SEPA debit");
    const paid = await post(session.url!, {
      ...validCard,
      method: "sepa_debit",
      iban: "AT61 1904 3002 3457 3201",
    });
    expect(paid.status).toBe(303);
  });

  it("the checkout page starts a trial, and completes a free order without a card", async () => {
    const { openCheckout } = newAccount();
    const trial = await get(
      (await openCheckout({ monthly: true, subscription_data: { trial_period_days: 14 } })).url!,
    );
    expect(trial).toContain("Start trial");
    expect(trial).toContain("14 days free");
    const free = await openCheckout({ amount: 0 });
    expect(await get(free.url!)).not.toContain("Card number");
    expect((await post(free.url!, { action: "pay" })).status).toBe(303);
  });

  it("the checkout page lets the customer choose a quantity within its bounds", async () => {
    const { stripe, openCheckout } = newAccount();
    const price_data = { currency: "usd", unit_amount: 500, product_data: { name: "Seat" } };
    const session = await openCheckout({
      line_items: [{ price_data, quantity: 1, adjustable_quantity: { enabled: true, maximum: 5 } }],
    });
    const [line] = (await stripe.checkout.sessions.listLineItems(session.id)).data;
    const field = `quantity-${line!.id}`;
    expect((await post(session.url!, { ...validCard, [field]: "6" })).html).toContain(
      "Choose between 1 and 5.",
    );
    expect(
      (await post(session.url!, { ...validCard, action: "update", [field]: "3" })).html,
    ).toContain("$15.00");
    await post(session.url!, { ...validCard, [field]: "4" });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_total: 2000,
      payment_status: "paid",
    });
  });

  it("the checkout page shows whether the session was paid, has expired or does not exist", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const paid = await openCheckout();
    await pay(paid.id);
    expect(await get(paid.url!)).toContain("You have already paid");
    const left = await openCheckout();
    await stripe.checkout.sessions.expire(left.id);
    expect(await get(left.url!)).toContain("This checkout has expired");
    expect((await fetch(`${sandbox.url}/checkout/cs_test_none`)).status).toBe(404);
  });

  it("the checkout page shows an error when the customer was deleted", async () => {
    const { stripe, openCheckout } = newAccount();
    const session = await openCheckout({ monthly: true });
    await stripe.customers.del(session.customer as string);
    expect((await post(session.url!, validCard)).alert).toContain("No such customer");
  });

  it("the checkout page escapes markup in a product name", async () => {
    const { openCheckout } = newAccount();
    const price_data = {
      currency: "usd",
      unit_amount: 500,
      product_data: { name: "<img src=x onerror=alert(1)>" },
    };
    const response = await fetch(
      (await openCheckout({ line_items: [{ price_data, quantity: 1 }] })).url!,
    );
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await response.text()).not.toContain("<img src=x");
  });
});
