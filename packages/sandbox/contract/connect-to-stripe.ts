import Stripe from "stripe";
import { vi } from "vitest";
import { createTestAccount, startTestSandbox } from "../testing/test-account.ts";

/**
 * Connects the contract tests to real Stripe if `STRIPE_TEST_KEY` has a test key, else to the stand-in.
 * The tests use only the public API and only objects they created, and poll for what is asynchronous at Stripe.
 * @throws if the key is not a test key
 */
export async function connectToStripe() {
  const key = process.env.STRIPE_TEST_KEY;
  vi.setConfig({ testTimeout: key ? 240_000 : 10_000, hookTimeout: key ? 60_000 : 10_000 });
  if (key !== undefined && !/^(?:sk|rk)_test_/.test(key))
    throw new Error(
      "STRIPE_TEST_KEY is no test key. The contract is never tested with real money.",
    );
  const sandbox = key ? null : await startTestSandbox();
  const stripe = sandbox
    ? createTestAccount(sandbox).stripe
    : new Stripe(key!, { telemetry: false, maxNetworkRetries: 3 });
  const clocks: string[] = [];
  const products: string[] = [];

  /** Fetches until `isDone` or the deadline, then returns the last value for the test to check. */
  async function pollUntil<T>(
    fetchValue: () => Promise<T>,
    isDone: (answer: T) => boolean,
  ): Promise<T> {
    const deadline = Date.now() + (key ? 60_000 : 3_000);
    for (;;) {
      const answer = await fetchValue();
      if (isDone(answer) || Date.now() > deadline) return answer;
      await new Promise((resolve) => setTimeout(resolve, key ? 1_500 : 20));
    }
  }

  return {
    stripe,
    pollUntil,

    /** Creates a price with a new product, monthly and in US dollars by default. */
    async createPrice(amount: number, params: Partial<Stripe.PriceCreateParams> = {}) {
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

    /** Creates a customer with a saved card, on a new test clock whose time is `at`. */
    async createCustomerAt(at: string, card: string | null = "pm_card_visa") {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: toUnixSeconds(at) });
      clocks.push(clock.id);
      const customer = await stripe.customers.create({
        email: "contract@example.com",
        test_clock: clock.id,
        ...(card && { payment_method: card, invoice_settings: { default_payment_method: card } }),
      });
      return { clock, customer };
    },

    /** Advances a test clock and waits until Stripe has processed everything due. */
    async advanceClock(clock: string, to: string | number) {
      await stripe.testHelpers.testClocks.advance(clock, {
        frozen_time: typeof to === "number" ? to : toUnixSeconds(to),
      });
      return pollUntil(
        () => stripe.testHelpers.testClocks.retrieve(clock),
        ({ status }) => status !== "advancing",
      );
    },

    /** Returns the types of all events about a customer, oldest first. Waits until `last` is among them. */
    async listEventTypes(customer: string, last: string): Promise<string[]> {
      const since = Math.floor(Date.now() / 1000) - 3_600;
      return pollUntil(
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

    /** Cleans up the account as far as the API allows. */
    async close() {
      for (const clock of clocks) await stripe.testHelpers.testClocks.del(clock);
      if (key)
        for (const product of products) await stripe.products.update(product, { active: false });
      await sandbox?.stop();
    },
  };
}

export type StripeConnection = Awaited<ReturnType<typeof connectToStripe>>;

/** Parses `2027-06-01` (midnight UTC) or an ISO time into unix seconds. */
export function toUnixSeconds(at: string): number {
  return Date.parse(at.includes("T") ? at : `${at}T00:00:00Z`) / 1000;
}
