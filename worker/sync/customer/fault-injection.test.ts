import { describe, expect, it } from "vitest";
import { MINUTE } from "../../lib/time.ts";
import { createFaultyContext, type FaultKind } from "../../testing/database/inject-faults.ts";
import {
  monthly,
  openCheckoutForNewUser,
  listAccessReasons,
} from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { findEvent } from "../inbox/store.ts";
import { findStripeCustomer, findStripeCustomerOfUser } from "./store.ts";
import { syncStripeCustomer } from "./sync-stripe-customer.ts";

/**
 * More steps than any sync takes. A sync that completes has fewer steps than `at`, so every step has been tested by
 * then.
 */
const MAX_STEPS = 60;

describe.each<FaultKind>(["failure", "death"])("%s at every step of a sync", (kind) => {
  it("a fault at every step of a sync loses nothing: the next sync ends in the undisturbed state", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ prices: [monthly] });
    const delivered = new Set<string>();
    let completedAt = 0;
    for (let at = 1; at <= MAX_STEPS && completedAt === 0; at++) {
      const { userId, checkout } = await openCheckoutForNewUser(shop, product);
      await shop.pay(checkout.url);
      const { id: customerId } = (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!;
      const events = (await shop.events()).filter(({ id }) => !delivered.has(id));
      for (const event of events) await shop.deliver(event);
      for (const { id } of events) delivered.add(id);

      const { ctx, steps } = createFaultyContext(shop, { at, kind });
      const outcome = await syncStripeCustomer(ctx, { customerId }).catch((error: Error) => error);
      const hasFailed = steps() >= at;
      expect(outcome instanceof Error).toBe(hasFailed);
      if (!hasFailed) completedAt = at;
      // A crashed sync holds its lease until it expires.
      await syncStripeCustomer(shop.ctx(undefined, Date.now() + MINUTE), { customerId });

      expect(await listAccessReasons(shop, userId)).toEqual(["subscription_active"]);
      expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(1);
      const customer = await findStripeCustomer(shop.ctx().db, customerId);
      expect(customer?.syncedSeq).toBe(customer?.dirtySeq);
      const stored = await Promise.all(
        events.map(({ id }) => findEvent(shop.ctx().db, "test", id)),
      );
      // Catalog events are processed by the product sync instead.
      const ours = stored.filter((event) => event?.customerId === customerId);
      expect(new Set(ours.map((event) => event?.status))).toEqual(new Set(["done"]));
    }
    // Ensures that faults were injected at a reasonable number of steps.
    expect(completedAt).toBeGreaterThan(8);
  });
});

describe("a response lost after Stripe performed the request", () => {
  it.each([500, 429])(
    "%i: the next checkout attempt reuses the created session",
    async (status) => {
      const shop = openTestShop();
      const product = await shop.createPublishedProduct({});
      const userId = await shop.createUser();
      const priceId = product.prices[0]!.id;
      await shop.control("faults", {
        match: "POST /v1/checkout/sessions",
        times: 1,
        status,
        afterCommit: true,
      });
      await openCheckout(shop.asUser(userId), { priceId }).catch(() => "the buyer tries again");
      const { url } = await openCheckout(shop.asUser(userId), { priceId });
      await shop.pay(url);
      const open = (await shop.ctx().stripe.checkout.sessions.list({ status: "open" })).data;
      expect(open).toEqual([]);
    },
  );

  it.each([500, 429])("%i: a purchase ends with one linked Stripe customer", async (status) => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const userId = await shop.createUser();
    const priceId = product.prices[0]!.id;
    await shop.control("faults", {
      match: "POST /v1/customers",
      times: 1,
      status,
      afterCommit: true,
    });
    await openCheckout(shop.asUser(userId), { priceId }).catch(() => "the buyer tries again");
    const { url } = await openCheckout(shop.asUser(userId), { priceId });
    const session = await shop.pay(url);
    const [row] = (
      await shop.env.DB.prepare("SELECT stripe_customer_id AS id FROM customers WHERE user_id = ?")
        .bind(userId)
        .all<{ id: string }>()
    ).results;
    expect(row?.id).toBe(session.customer);
  });
});
