import Stripe from "stripe";
import { vi, type TestContext } from "vitest";
import { skipQuestion } from "./open-question.ts";
import { createTestAccount, startTestSandbox } from "../testing/test-account.ts";

/** How long a test waits for the person at the terminal. */
const BY_HAND_MS = 10 * 60_000;

/**
 * Connects the contract tests to real Stripe if `STRIPE_TEST_KEY` has a test key, else to the stand-in. The tests use
 * only the public API and only objects they created, and poll for what is asynchronous at Stripe.
 * @throws if the key is not a test key
 */
export async function connectToStripe() {
  const key = process.env.STRIPE_TEST_KEY;
  const longest = process.env.STRIPE_BY_HAND ? 2 * BY_HAND_MS + 240_000 : 240_000;
  vi.setConfig({ testTimeout: key ? longest : 10_000, hookTimeout: key ? 60_000 : 10_000 });
  if (key !== undefined && !/^(?:sk|rk)_test_/.test(key))
    throw new Error(
      "STRIPE_TEST_KEY is no test key. The contract is never tested with real money.",
    );
  const sandbox = key ? null : await startTestSandbox();
  const standIn = sandbox && createTestAccount(sandbox);
  const stripe = standIn
    ? standIn.stripe
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

  /** Asks the person at the terminal to open a page, and waits until `isDone`. */
  async function askPerson(
    context: TestContext,
    request: string,
    url: string,
    isDone: () => Promise<boolean>,
  ): Promise<void> {
    if (!process.env.STRIPE_BY_HAND)
      skipQuestion(context, "needs a person: run it again with --by-hand, and follow the links");
    process.stderr.write(`\n${request}\n${url}\n\n`);
    const deadline = Date.now() + BY_HAND_MS;
    while (!(await isDone())) {
      if (Date.now() > deadline) skipQuestion(context, "nobody followed the link in time");
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }

  return {
    stripe,
    pollUntil,

    /** Pays a Checkout Session. At Stripe, the person at the terminal does it. */
    async payByHand(context: TestContext, session: Stripe.Checkout.Session): Promise<void> {
      if (standIn) return void (await standIn.pay(session.id));
      await askPerson(
        context,
        "Open this page and pay with the card 4242 4242 4242 4242:",
        session.url!,
        async () => (await stripe.checkout.sessions.retrieve(session.id)).status === "complete",
      );
    },

    /** Replaces the customer's card on the portal's page. At Stripe, the person at the terminal does it. */
    async changeCardByHand(
      context: TestContext,
      portal: Stripe.BillingPortal.Session,
      customer: string,
    ): Promise<void> {
      if (standIn) return changeCardInStandIn(portal.url);
      await askPerson(
        context,
        "Open this page and add the card 5555 5555 5555 4444:",
        portal.url,
        async () => {
          const found = await stripe.customers.retrieve(customer);
          return !found.deleted && found.invoice_settings.default_payment_method !== null;
        },
      );
    },

    /**
     * Returns a client whose key may only write prices and products. At Stripe, it is the key in
     * `STRIPE_RESTRICTED_TEST_KEY`.
     */
    async connectRestricted(context: TestContext): Promise<Stripe> {
      if (standIn) {
        const { body } = await standIn.control<{ key: string }>("restricted-keys", {
          permissions: ["plan_write", "product_write"],
        });
        return createTestAccount(sandbox!, body.key).stripe;
      }
      const restricted = process.env.STRIPE_RESTRICTED_TEST_KEY;
      if (!restricted)
        skipQuestion(
          context,
          "needs STRIPE_RESTRICTED_TEST_KEY: an rk_test_… key of the same account that may write Prices and Products, and nothing else",
        );
      return new Stripe(restricted, { telemetry: false, maxNetworkRetries: 3 });
    },

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

    /**
     * Returns a country outside the United States in which the account is registered for tax. In the stand-in, it
     * registers there first.
     */
    async findTaxCountry(context: TestContext): Promise<string> {
      if (standIn)
        await stripe.tax.registrations.create({
          country: "DE",
          country_options: {
            de: { type: "standard", standard: { place_of_supply_scheme: "standard" } },
          },
          active_from: "now",
        });
      const { data } = await stripe.tax.registrations.list({ status: "active", limit: 100 });
      const found = data.find(({ country }) => country !== "US");
      return (
        found?.country ??
        skipQuestion(
          context,
          "needs a test account that is registered for tax outside the United States",
        )
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

/** Adds a card on the stand-in's portal page, like a customer. */
async function changeCardInStandIn(portalUrl: string): Promise<void> {
  const { origin, pathname } = new URL(portalUrl);
  const page = `${origin}${pathname}/card`;
  const response = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams({
      number: "4242424242424242",
      expiry: "12 / 30",
      cvc: "123",
      name: "Ann",
    }),
  });
  if (response.status !== 303) throw new Error(`The portal answered ${response.status}.`);
}

/** Parses `2027-06-01` (midnight UTC) or an ISO time into unix seconds. */
export function toUnixSeconds(at: string): number {
  return Date.parse(at.includes("T") ? at : `${at}T00:00:00Z`) / 1000;
}
