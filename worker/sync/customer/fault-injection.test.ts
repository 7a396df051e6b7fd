import { describe, expect, it } from "vitest";
import { MINUTE } from "../../lib/time.ts";
import { mortalContext, type Misfortune } from "../../testing/inject-faults.ts";
import { monthly, payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { findEvent } from "../inbox/store.ts";
import { findCustomer } from "./store.ts";
import { syncCustomer } from "./sync-stripe-customer.ts";

/** More steps than any sync takes; a sync that lives through its fate has been struck at every step before. */
const ENOUGH = 60;

describe.each<Misfortune>(["failure", "death"])("%s at every step of a sync", (misfortune) => {
  it("loses nothing: the next sync ends where an undisturbed one would", async () => {
    let survivedAt = 0;
    for (let at = 1; at <= ENOUGH && survivedAt === 0; at++) {
      const shop = openTestShop();
      const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
      const events = await shop.events();
      for (const event of events) await shop.deliver(event);

      const { ctx, steps } = mortalContext(shop, { at, misfortune });
      const outcome = await syncCustomer(ctx, { customerId }).catch((error: Error) => error);
      const struck = steps() >= at;
      expect(outcome instanceof Error).toBe(struck);
      if (!struck) survivedAt = at;
      // Whoever died holds the lease until it runs out.
      await syncCustomer(shop.ctx(undefined, Date.now() + MINUTE), { customerId });

      expect(await reasonsOf(shop, userId)).toEqual(["subscription_active"]);
      expect(await listGrantedBenefits(shop.ctx(), { userId })).toHaveLength(1);
      const customer = await findCustomer(shop.ctx().db, customerId);
      expect(customer?.syncedSeq).toBe(customer?.dirtySeq);
      const stored = await Promise.all(
        events.map(({ id }) => findEvent(shop.ctx().db, "test", id)),
      );
      // Those of the catalog wait for another's work.
      const ours = stored.filter((event) => event?.customerId === customerId);
      expect(new Set(ours.map((event) => event?.status))).toEqual(new Set(["done"]));
    }
    // It was struck at each of a good number of steps, and then there was none left to strike.
    expect(survivedAt).toBeGreaterThan(8);
  }, 60_000);
});

describe("an answer that is lost after Stripe has done the work", () => {
  it.each([500, 429])(
    "%i: the buyer's next try finds the session that was made",
    async (status) => {
      const shop = openTestShop();
      const product = await shop.sell({});
      const userId = await shop.newBuyer();
      const priceId = product.prices[0]!.id;
      await shop.control("faults", {
        match: "POST /v1/checkout/sessions",
        times: 1,
        status,
        afterCommit: true,
      });
      await openCheckout(shop.as(userId), { priceId }).catch(() => "the buyer tries again");
      const { url } = await openCheckout(shop.as(userId), { priceId });
      await shop.pay(url);
      const open = (await shop.ctx().stripe.checkout.sessions.list({ status: "open" })).data;
      expect(open).toEqual([]);
    },
  );

  it.each([500, 429])("%i: a purchase ends with one mapped customer", async (status) => {
    const shop = openTestShop();
    const product = await shop.sell({});
    const userId = await shop.newBuyer();
    const priceId = product.prices[0]!.id;
    await shop.control("faults", {
      match: "POST /v1/customers",
      times: 1,
      status,
      afterCommit: true,
    });
    await openCheckout(shop.as(userId), { priceId }).catch(() => "the buyer tries again");
    const { url } = await openCheckout(shop.as(userId), { priceId });
    const session = await shop.pay(url);
    const [row] = (
      await shop.env.DB.prepare("SELECT stripe_customer_id AS id FROM customers WHERE user_id = ?")
        .bind(userId)
        .all<{ id: string }>()
    ).results;
    expect(row?.id).toBe(session.customer);
  });
});
