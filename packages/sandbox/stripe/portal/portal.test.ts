import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const card = { expiry: "12 / 34", cvc: "123", name: "Ann", action: "save" };

/** Creates a customer with a subscription and a portal session. */
async function createPortalVisit(flow?: "payment_method_update" | "subscription_cancel") {
  const account = createTestAccount(sandbox);
  const customer = await account.customer();
  const subscription = await account.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await account.price(1900)).id }],
  });
  const session = await account.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "http://localhost:8787/account",
    ...(flow && {
      flow_data: {
        type: flow,
        after_completion: {
          type: "redirect",
          redirect: { return_url: "http://localhost:8787/thanks" },
        },
        ...(flow === "subscription_cancel" && {
          subscription_cancel: { subscription: subscription.id },
        }),
      },
    }),
  });
  return { ...account, customer, subscription, session };
}

async function open(url: string, form?: Record<string, string>) {
  const response = await fetch(new URL(url, sandbox.url), {
    redirect: "manual",
    ...(form && {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { origin: sandbox.url },
    }),
  });
  return {
    status: response.status,
    location: response.headers.get("location") ?? "",
    html: await response.text(),
  };
}

describe("the portal", () => {
  it("the portal shows the plan, the card, the invoices and a link back to the shop", async () => {
    const { session, stripe } = await createPortalVisit();
    const { html } = await open(session.url);
    const [invoice] = (await stripe.invoices.list()).data;
    expect(html).toContain("Plan 1900 (at $19.00 / month)");
    expect(html).toContain("Card ending in <b>4242</b>");
    expect(html).toContain(invoice!.hosted_invoice_url!);
    expect(html).toContain('href="http://localhost:8787/account"');
  });

  it("the portal cancels by setting only cancel_at, and can undo the cancellation", async () => {
    const { session, stripe, subscription } = await createPortalVisit();
    const url = `/portal/${session.id}/subscriptions/${subscription.id}`;
    expect((await open(`${url}/cancel`)).html).toContain("Cancel your plan?");
    const { status, location } = await open(`${url}/cancel`, {
      reason: "unused",
      comment: "Moved on",
    });
    expect(status).toBe(303);
    expect((await open(location)).html).toContain("Don't cancel");
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: "active",
      cancel_at: subscription.items.data[0]!.current_period_end,
      cancel_at_period_end: false,
      cancellation_details: {
        reason: "cancellation_requested",
        feedback: "unused",
        comment: "Moved on",
      },
    });
    await open(`${url}/keep`, {});
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at: null,
      canceled_at: null,
    });
  });

  it("the portal changes the customer's default card only: renewals charge the subscription's own first", async () => {
    const { session, stripe, customer, subscription, control } = await createPortalVisit();
    const { default_payment_method: before } = customer.invoice_settings;
    await stripe.subscriptions.update(subscription.id, {
      default_payment_method: before as string,
    });
    const saved = await open(`/portal/${session.id}/card`, { ...card, number: "4000000000000341" });
    expect(saved.status).toBe(303);
    const { invoice_settings: after } = (await stripe.customers.retrieve(
      customer.id,
    )) as typeof customer;
    expect(after.default_payment_method).not.toBe(before);
    const renewed = async () => (await stripe.invoices.list({ limit: 1 })).data[0]!.status;
    const own = async () =>
      (await stripe.subscriptions.retrieve(subscription.id)).default_payment_method;
    expect(await own()).toBe(before);
    await control("clock", { advanceSeconds: 32 * 86_400 });
    expect(await renewed()).toBe("paid");
    await stripe.subscriptions.update(subscription.id, {
      default_payment_method: after.default_payment_method as string,
    });
    await control("clock", { advanceSeconds: 31 * 86_400 });
    expect(await renewed()).toBe("open");
  });

  it("the portal shows why a card was declined, and asks for 3-D Secure if the bank requires it", async () => {
    const { session } = await createPortalVisit();
    const url = `/portal/${session.id}/card`;
    expect((await open(url, { ...card, number: "4000000000000002" })).html).toContain(
      "Your card was declined.",
    );
    expect((await open(url, { ...card, number: "4242" })).html).toContain(
      "Your card number is incomplete.",
    );
    const challenge = await open(url, { ...card, number: "4000002500003155" });
    expect((await open(challenge.location)).html).toContain("Confirm it is you");
    const failed = await open(challenge.location, { answer: "fail" });
    expect(failed.html).toContain("unable to authenticate");
    const passed = await open(challenge.location, { answer: "complete" });
    expect((await open(passed.location)).html).toContain("Card ending in <b>3155</b>");
  });

  it("the portal opens directly in a flow, and then redirects to the flow's return URL", async () => {
    const { session, subscription } = await createPortalVisit("subscription_cancel");
    const first = await open(session.url);
    expect(first.location).toBe(`/portal/${session.id}/subscriptions/${subscription.id}/cancel`);
    expect((await open(first.location, {})).location).toBe("http://localhost:8787/thanks");
    const { session: other } = await createPortalVisit("payment_method_update");
    expect((await open(other.url)).location).toBe(`/portal/${other.id}/card`);
  });

  it("the portal shows only the features that its configuration enables", async () => {
    const { stripe, customer, subscription } = await createPortalVisit();
    const bare = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
      business_profile: { headline: "Ann's shop" },
    });
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: bare.id,
    });
    const { html } = await open(session.url);
    expect(html).toContain("Ann&#39;s shop");
    expect(html).not.toContain("Cancel plan");
    expect(html).not.toContain("Change card");
    const url = `/portal/${session.id}/subscriptions/${subscription.id}/cancel`;
    expect((await open(url, {})).status).toBe(404);
    expect((await open(`/portal/${session.id}/card`)).status).toBe(404);
  });

  it("the portal returns 404 for another customer's subscription", async () => {
    const { session } = await createPortalVisit();
    const { subscription } = await createPortalVisit();
    const url = `/portal/${session.id}/subscriptions/${subscription.id}/cancel`;
    expect((await open(url, {})).status).toBe(404);
    expect((await open("/portal/bps_none")).status).toBe(404);
  });

  it("the portal rejects form posts from other sites", async () => {
    const { session, stripe, subscription } = await createPortalVisit();
    const response = await fetch(
      `${sandbox.url}/portal/${session.id}/subscriptions/${subscription.id}/cancel`,
      { method: "POST", body: new URLSearchParams(), headers: { origin: "http://evil.example" } },
    );
    expect(response.status).toBe(403);
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).toBeNull();
  });
});

describe("an invoice's page", () => {
  it("an invoice's page accepts a new payment after a failed one, and activates the subscription", async () => {
    const account = createTestAccount(sandbox);
    const customer = await account.customer("pm_card_chargeCustomerFail");
    const subscription = await account.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await account.price(1900)).id }],
      expand: ["latest_invoice"],
    });
    expect(subscription.status).toBe("incomplete");
    const { hosted_invoice_url: url } = subscription.latest_invoice as {
      hosted_invoice_url: string;
    };
    expect((await open(url)).html).toContain("Pay $19.00");
    const declined = await open(url, { ...card, number: "4000000000000002" });
    expect(declined.html).toContain("Your card was declined.");
    await open(url, { ...card, number: "4242424242424242" });
    expect((await account.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await open(url)).html).not.toContain("Pay $19.00");
  });
});

describe("billing information in the portal", () => {
  async function createDetailsVisit(allowed: ("address" | "name" | "tax_id")[]) {
    const account = createTestAccount(sandbox);
    const customer = await account.customer();
    const configuration = await account.stripe.billingPortal.configurations.create({
      features: { customer_update: { enabled: true, allowed_updates: allowed } },
    });
    const session = await account.stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
    });
    const url = `/portal/${session.id}/details`;
    const details = { line1: "1 Main Street", postal_code: "10115", city: "Berlin", country: "DE" };
    return { ...account, customer, session, url, details };
  }

  it("the portal changes the address, name and VAT id of the customer", async () => {
    const { stripe, customer, session, url, details } = await createDetailsVisit([
      "address",
      "name",
      "tax_id",
    ]);
    expect((await open(session.url)).html).toContain(`href="${url}"`);
    const answer = await open(url, { ...details, name: "Ann GmbH", tax_id: "DE123456789" });
    expect(answer.status).toBe(303);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      name: "Ann GmbH",
      address: { city: "Berlin", country: "DE", line1: "1 Main Street", postal_code: "10115" },
    });
    expect((await stripe.customers.listTaxIds(customer.id)).data).toMatchObject([
      { type: "eu_vat", value: "DE123456789", country: "DE" },
    ]);
    expect((await open(session.url)).html).toContain("VAT ID DE123456789");
    await open(url, { ...details, name: "Ann GmbH", tax_id: "" });
    expect((await stripe.customers.listTaxIds(customer.id)).data).toEqual([]);
  });

  it("the portal names invalid fields, and changes only what the configuration allows", async () => {
    const { stripe, customer, url, details } = await createDetailsVisit(["tax_id"]);
    const wrong = await open(url, { ...details, tax_id: "12" });
    expect(wrong.html).toContain("Your VAT ID is invalid.");
    await open(url, { ...details, name: "Mallory", tax_id: "FR12345678901" });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      name: customer.name,
      address: null,
    });
  });

  it("billing information in the portal does not exist unless the configuration allows an update", async () => {
    const { session } = await createPortalVisit();
    expect((await open(`/portal/${session.id}/details`)).status).toBe(404);
    await expect(createDetailsVisit([])).rejects.toMatchObject({
      param: "features[customer_update][allowed_updates]",
    });
  });
});
