import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const day = 86_400;
const start = Date.parse("2030-01-31T12:00:00Z") / 1000;

async function createSubscriptionOnTestClock() {
  const account = createTestAccount(sandbox);
  const clocks = account.stripe.testHelpers.testClocks;
  const clock = await clocks.create({ frozen_time: start, name: "A test" });
  const customer = await account.customer("pm_card_visa", clock.id);
  const subscription = await account.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await account.price(1900)).id }],
  });
  return { ...account, clocks, clock, customer, subscription };
}

describe("a test clock", () => {
  it("a test clock sets the time of its own customers only", async () => {
    const { stripe, customer, subscription, clock } = await createSubscriptionOnTestClock();
    expect(customer).toMatchObject({ created: start, test_clock: clock.id });
    expect(subscription).toMatchObject({ created: start, test_clock: clock.id });
    expect((await stripe.customers.create({})).created).toBeLessThan(start);
  });

  it("a test clock runs each renewal at its own time while it advances", async () => {
    const { stripe, clocks, clock, subscription, events } = await createSubscriptionOnTestClock();
    const target = start + 32 * day;
    const advancing = await clocks.advance(clock.id, { frozen_time: target });
    expect(advancing).toMatchObject({
      status: "advancing",
      frozen_time: start,
      status_details: { advancing: { target_frozen_time: target } },
    });
    expect(await clocks.retrieve(clock.id)).toMatchObject({ status: "ready", frozen_time: target });
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    const february = Date.parse("2030-02-28T12:00:00Z") / 1000;
    expect(renewal).toMatchObject({
      status: "paid",
      created: february,
      test_clock: clock.id,
      status_transitions: { finalized_at: february + 3600, paid_at: february + 3600 },
    });
    expect((await events()).map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        "test_helpers.test_clock.advancing",
        "test_helpers.test_clock.ready",
      ]),
    );
  });

  it("a test clock only advances, and by at most two periods", async () => {
    const { clocks, clock } = await createSubscriptionOnTestClock();
    for (const frozen_time of [start, start - 1, start + 70 * day]) {
      await expect(clocks.advance(clock.id, { frozen_time })).rejects.toMatchObject({
        param: "frozen_time",
      });
    }
  });

  it("a test clock deletes its customers and cancels their subscriptions when it is deleted", async () => {
    const { stripe, clocks, clock, customer, subscription } = await createSubscriptionOnTestClock();
    expect((await clocks.list()).data.map(({ id }) => id)).toEqual([clock.id]);
    expect(await clocks.del(clock.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  });

  it("a test clock is not affected by the account's clock", async () => {
    const { stripe, control, subscription } = await createSubscriptionOnTestClock();
    await control("clock", { advanceSeconds: 400 * day });
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });
});
