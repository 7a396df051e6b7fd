import Stripe from "stripe";
import { vi } from "vitest";
import { openAccount, openSandbox } from "../testing/test-account.ts";

/**
 * What the contract is tested against: real Stripe with the test key in `STRIPE_TEST_KEY`, else the stand-in.
 * Tests use the public API only, look at nothing but what they made, and wait for what is asynchronous at Stripe.
 */
export async function connect() {
  const key = process.env.STRIPE_TEST_KEY;
  vi.setConfig({ testTimeout: key ? 240_000 : 10_000, hookTimeout: key ? 60_000 : 10_000 });
  if (key !== undefined && !/^(?:sk|rk)_test_/.test(key))
    throw new Error(
      "STRIPE_TEST_KEY is no test key. The contract is never tested with real money.",
    );
  const sandbox = key ? null : await openSandbox();
  const stripe = sandbox
    ? openAccount(sandbox).stripe
    : new Stripe(key!, { telemetry: false, maxNetworkRetries: 3 });
  const clocks: string[] = [];
  const products: string[] = [];

  /** Asks until the answer fits; the last answer is left to the test's own expectation. */
  async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
    const patience = Date.now() + (key ? 60_000 : 3_000);
    for (;;) {
      const answer = await ask();
      if (fits(answer) || Date.now() > patience) return answer;
      await new Promise((resolve) => setTimeout(resolve, key ? 1_500 : 20));
    }
  }

  return {
    stripe,
    until,

    /** A monthly price in US dollars unless told, with a product of its own. */
    async price(amount: number, params: Partial<Stripe.PriceCreateParams> = {}) {
      const price = await stripe.prices.create({
        currency: "usd",
        unit_amount: amount,
        recurring: { interval: "month" },
        product_data: { name: `Contract ${amount}` },
        ...params,
      });
      products.push(price.product as string);
      return price;
    },

    /** A customer on a test clock of its own that stands at `at`, with a saved card. */
    async customerAt(at: string, card: string | null = "pm_card_visa") {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds(at) });
      clocks.push(clock.id);
      const customer = await stripe.customers.create({
        email: "contract@example.com",
        test_clock: clock.id,
        ...(card && { payment_method: card, invoice_settings: { default_payment_method: card } }),
      });
      return { clock, customer };
    },

    /** Moves a clock and waits until everything on the way has happened. */
    async travel(clock: string, to: string | number) {
      await stripe.testHelpers.testClocks.advance(clock, {
        frozen_time: typeof to === "number" ? to : seconds(to),
      });
      return until(
        () => stripe.testHelpers.testClocks.retrieve(clock),
        ({ status }) => status !== "advancing",
      );
    },

    /** The types of all events about a customer, oldest first, once `last` is among them. */
    async eventTypes(customer: string, last: string): Promise<string[]> {
      const since = Math.floor(Date.now() / 1000) - 3_600;
      return until(
        async () => {
          const found: string[] = [];
          for await (const { type, data } of stripe.events.list({
            created: { gte: since },
            limit: 100,
          })) {
            const about = data.object as { id?: string; customer?: unknown };
            if (about.id === customer || about.customer === customer) found.push(type);
          }
          return found.toReversed();
        },
        (types) => types.includes(last),
      );
    },

    /** Leaves the account as it was, as far as the API can. */
    async close() {
      for (const clock of clocks) await stripe.testHelpers.testClocks.del(clock);
      if (key)
        for (const product of products) await stripe.products.update(product, { active: false });
      await sandbox?.stop();
    },
  };
}

export type Connection = Awaited<ReturnType<typeof connect>>;

/** `2027-06-01` → unix seconds at midnight UTC; also with a time of day. */
export function seconds(at: string): number {
  return Date.parse(at.includes("T") ? at : `${at}T00:00:00Z`) / 1000;
}
