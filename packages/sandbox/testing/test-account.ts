import Stripe from "stripe";
import { startSandbox, type Sandbox, type SandboxOptions } from "../main.ts";

/** Starts a sandbox in memory on a free port. It retries failed deliveries after 1 ms. */
export function startTestSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox({ retryDelaysMs: [1, 1, 1], ...options });
}

/** Creates an account of its own at the sandbox, with the official Stripe client and the control API. */
export function createTestAccount(
  sandbox: Sandbox,
  key = `sk_test_${crypto.randomUUID().replaceAll("-", "")}`,
) {
  const stripe = new Stripe(key, {
    host: "127.0.0.1",
    port: sandbox.port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
  });

  async function control<Answer = unknown>(
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Answer }> {
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }

  return {
    key,
    stripe,
    control,

    /** Creates an open Checkout session for one product and a new customer. `amount` is in minor units. */
    async openCheckout(
      params: Partial<Stripe.Checkout.SessionCreateParams> & {
        amount?: number;
        currency?: string;
        monthly?: boolean;
      } = {},
    ) {
      const { amount = 2900, currency = "usd", monthly = false, ...rest } = params;
      const customer = await stripe.customers.create({ email: "ann@example.com", name: "Ann" });
      return stripe.checkout.sessions.create({
        mode: monthly ? "subscription" : "payment",
        customer: customer.id,
        success_url: "http://localhost:8787/thanks?session={CHECKOUT_SESSION_ID}",
        cancel_url: "http://localhost:8787/p/thing",
        line_items: [
          {
            price_data: {
              currency,
              unit_amount: amount,
              product_data: { name: "A thing" },
              ...(monthly && { recurring: { interval: "month" } }),
            },
            quantity: 1,
          },
        ],
        ...rest,
      });
    },

    /** Creates a monthly price with a new product. `amount` is in minor units. */
    async price(amount: number, params: Partial<Stripe.PriceCreateParams> = {}) {
      return stripe.prices.create({
        currency: "usd",
        unit_amount: amount,
        recurring: { interval: "month" },
        product_data: { name: `Plan ${amount}` },
        ...params,
      });
    },

    /** Creates a customer with a saved card, one of Stripe's test payment methods, and on a test clock if given. */
    async customer(card = "pm_card_visa", testClock?: string) {
      return stripe.customers.create({
        email: "ann@example.com",
        payment_method: card,
        invoice_settings: { default_payment_method: card },
        ...(testClock && { test_clock: testClock }),
      });
    },

    /** Pays the session. Answers 200 with the session, or 402 with the decline. */
    pay: (session: string, card = "4242424242424242", rest: object = {}) =>
      control<Stripe.Checkout.Session & { message: string; code: string; declineCode?: string }>(
        `checkout/${session}/pay`,
        { card, ...rest },
      ),

    /** Returns the latest 100 events, oldest first. */
    async events(): Promise<Stripe.Event[]> {
      const { data } = await stripe.events.list({ limit: 100 });
      return data.toReversed();
    },
  };
}
