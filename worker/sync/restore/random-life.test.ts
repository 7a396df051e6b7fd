import type Stripe from "stripe";
import { addNewBenefit, removeBenefitFromProduct } from "../../testing/fixtures/edit-product.ts";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { revokeGift } from "../../gifts/revoke-gift.ts";
import { setLicenseDisabled } from "../../delivery/licenses/set-license-disabled.ts";
import { AppError } from "../../errors.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { rotateLicense } from "../../delivery/licenses/rotate-license.ts";
import { validateLicense } from "../../delivery/licenses/validate-license.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { endSubscription } from "../../billing/end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "../../billing/pause-subscription.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import { scheduleCancellation, undoCancellation } from "../../billing/schedule-cancellation.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { listFeed, listMissingEvents, readObjects } from "../../testing/clients/feed.ts";
import { archiveAllOf, returnNewestOf } from "../../testing/fixtures/archive-feed.ts";
import { createDeviceClient, licenseBenefit } from "../../testing/fixtures/licenses.ts";
import { loseRows } from "../../testing/fixtures/lose-rows.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { showTimeline } from "../../testing/clients/show-timeline.ts";
import { openTestShop } from "../../testing/shop.ts";
import { findLinkedStripeCustomer } from "../customer/find-stripe-customers.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { continueRebuild, startRebuild } from "../sweeps/rebuild.ts";

const feature = { type: "feature", name: "Export", settings: { key: "export" } } as const;
const oneTime = { type: "one_time", amountMinor: 2900, currency: "usd" } as const;
const seats = { ...monthly, model: "per_seat" } as const;
const yearly = { ...seats, interval: "year", amountMinor: 9000 } as const;

/** A user of a new shop, whose time moves together with Stripe's. */
async function startLife() {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const product = await shop.createPublishedProduct({
    prices: [oneTime, seats, yearly],
    benefits: [feature, licenseBenefit({ activationLimit: 2 })],
  });
  let now = Date.now();
  const life = {
    shop,
    userId,
    product,
    now: () => now,
    asUser: () => shop.asUser(userId, now),
    asSeller: () => shop.ctx({ type: "system", job: "seed" }, now),
    async pass(days: number) {
      await shop.control("clock", { advanceSeconds: (days * DAY) / SECOND });
      now += days * DAY;
    },
    /** Processes the queue at the time of this life. */
    async processQueue() {
      while (shop.queued.length > 0) {
        const customerIds = shop.queued.flatMap(({ customerId }) => customerId ?? []);
        const others = shop.queued.filter(({ productId }) => productId !== undefined);
        shop.queued.splice(0, Infinity, ...others);
        for (const customerId of new Set(customerIds)) await life.sync(customerId);
        if (shop.queued.length > 0) await shop.processQueue();
      }
    },
    sync: (customerId: string) =>
      syncStripeCustomer(shop.ctx(undefined, now), { customerId, force: true }),
    async syncAll() {
      const { db } = shop.ctx();
      const { results } = await db.$client
        .prepare("SELECT id FROM customers WHERE user_id = ?")
        .bind(userId)
        .all<{ id: string }>();
      for (const { id } of results) await life.sync(id);
      await life.processQueue();
    },
    async liveSubscription() {
      const all = await listSubscriptions(shop.ctx(), { userId });
      return all.find(({ endedAt }) => endedAt === null);
    },
    async keys() {
      const { db } = shop.ctx();
      const { results } = await db.$client
        .prepare(
          "SELECT id, key, key_hash AS keyHash FROM license_keys WHERE user_id = ? ORDER BY id",
        )
        .bind(userId)
        .all<{ id: string; key: string; keyHash: string }>();
      return results;
    },
  };
  return life;
}

type Life = Awaited<ReturnType<typeof startLife>>;

/** Returns the id of the product's price with this interval; null for the one-time price. */
function priceIdOf({ product }: Life, interval: "month" | "year" | null): string {
  return product.prices.find((price) => price.interval === interval)!.id;
}

async function buy(life: Life, interval: "month" | null, card?: string) {
  const { shop, asUser } = life;
  const checkout = await openCheckout(asUser(), {
    priceId: priceIdOf(life, interval),
    ...(interval !== null && { quantity: 3 }),
  });
  await shop.pay(checkout.url, card);
}

const onSubscription =
  (verb: (ctx: ReturnType<Life["asUser"]>, input: { id: string }) => Promise<unknown>) =>
  async (life: Life) => {
    const live = await life.liveSubscription();
    if (live) await verb(life.asUser(), { id: live.id });
  };

const change =
  (choice: (life: Life) => { priceId?: string; quantity?: number }) => async (life: Life) => {
    const live = await life.liveSubscription();
    if (!live) return;
    const wanted = { id: live.id, ...choice(life) };
    const { prorationDate } = await previewPlanChange(life.asUser(), wanted);
    await changePlan(life.asUser(), { ...wanted, prorationDate });
  };

async function findCharge({ shop }: Life, fits: (charge: Stripe.Charge) => boolean) {
  const { data } = await shop.ctx().stripe.charges.list();
  return data.find((charge) => charge.paid && !charge.disputed && fits(charge));
}

async function refund(life: Life, amount?: number) {
  const charge = await findCharge(
    life,
    ({ refunded, amount: total, amount_refunded: back }) =>
      !refunded && total - back > (amount ?? 0),
  );
  if (charge)
    await life.shop
      .ctx()
      .stripe.refunds.create({ charge: charge.id, ...(amount !== undefined && { amount }) });
}

const closeDispute =
  (outcome: "won" | "lost") =>
  async ({ shop }: Life) => {
    const { data } = await shop.ctx().stripe.disputes.list();
    const open = data.find(({ status }) => status === "needs_response");
    if (open) await shop.control(`disputes/${open.id}/close`, { outcome });
  };

/** What a seller does in Stripe's dashboard to a live subscription, by its id there. */
const atStripe =
  (act: (stripe: ReturnType<Life["asUser"]>["stripe"], id: string) => Promise<unknown>) =>
  async (life: Life) => {
    const live = await life.liveSubscription();
    if (live) await act(life.asUser().stripe, live.stripeSubscriptionId);
  };

const setDisabled = (isDisabled: boolean) => async (life: Life) => {
  const key = (await life.keys()).at(-1);
  if (key) await setLicenseDisabled(life.asSeller(), { id: key.id, isDisabled });
};

/** Everything that can happen to a user. An action that doesn't apply does nothing. */
const actions = {
  buyOnce: (life) => buy(life, null),
  buyWithFailingRefund: (life) => buy(life, null, "4000000000005126"),
  subscribe: (life) => buy(life, "month"),
  cancel: onSubscription(scheduleCancellation),
  undo: onSubscription(undoCancellation),
  pause: onSubscription(pauseSubscription),
  resume: onSubscription(resumeSubscription),
  end: onSubscription(endSubscription),
  changePlan: change((life) => ({ priceId: priceIdOf(life, "year") })),
  addSeats: change(() => ({ quantity: 8 })),
  stopPaying: atStripe(async (stripe, id) => {
    const { customer } = await stripe.subscriptions.retrieve(id);
    const { id: card } = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: customer as string,
    });
    await stripe.subscriptions.update(id, { default_payment_method: card });
  }),
  writeOff: atStripe(async (stripe, subscription) => {
    const { data } = await stripe.invoices.list({ subscription, status: "open" });
    for (const { id } of data) await stripe.invoices.markUncollectible(id);
  }),
  pauseCollection: atStripe((stripe, id) =>
    stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } }),
  ),
  resumeCollection: atStripe((stripe, id) =>
    stripe.subscriptions.update(id, { pause_collection: "" }),
  ),
  refundPart: (life) => refund(life, 700),
  refundRest: (life) => refund(life),
  dispute: async (life) => {
    const charge = await findCharge(life, ({ refunded }) => !refunded);
    if (charge) await life.shop.control("disputes", { charge: charge.id });
  },
  winDispute: closeDispute("won"),
  loseDispute: closeDispute("lost"),
  give: ({ asSeller, userId, product }) =>
    createGift(asSeller(), { userId, productId: product.id, note: "A gift" }),
  takeBack: async ({ shop, asSeller, userId }) => {
    const entries = await showLibrary(shop.ctx(), { userId });
    const gift = entries.find(({ source, access }) => source === "gift" && access.active);
    if (gift) await revokeGift(asSeller(), { id: gift.id });
  },
  rotateKey: async (life) => {
    const key = (await life.keys()).at(-1);
    if (key) await rotateLicense(life.asUser(), { id: key.id });
  },
  disableKey: setDisabled(true),
  enableKey: setDisabled(false),
  activate: async (life) => {
    for (const { key } of await life.keys())
      await createDeviceClient(life.shop)("activate", { key, fingerprint: "mac", label: "Mac" });
  },
  addBenefit: ({ asSeller, product }) =>
    addNewBenefit(asSeller(), {
      productId: product.id,
      benefit: { type: "feature", name: "More", settings: {} },
    }),
  removeBenefit: ({ asSeller, product }) =>
    removeBenefitFromProduct(asSeller(), {
      productId: product.id,
      benefitId: product.benefits[0]!.id,
    }),
  passWeek: (life) => life.pass(7),
  passMonth: (life) => life.pass(32),
  archive: ({ shop, userId }) => archiveAllOf(shop, userId),
  deleteAtStripe: async ({ shop, userId }) => {
    const linked = await findLinkedStripeCustomer(shop.ctx(), { userId });
    if (linked) await shop.ctx().stripe.customers.del(linked.stripeCustomerId);
  },
} satisfies Record<string, (life: Life) => Promise<unknown>>;

type ActionName = keyof typeof actions;

/**
 * Returns what a user has: the access, the keys with what they answer, the history, and everything as the API tells it.
 */
async function describeLife(life: Life) {
  const { shop, userId, now } = life;
  const ctx = shop.ctx(undefined, now());
  const answers = (await life.keys()).map(async ({ id, key, keyHash }) => {
    const { code, activation } = await validateLicense(ctx, { keyHash, fingerprint: "mac" });
    return { id, key, code, device: activation?.id };
  });
  return {
    access: (await listGrantsInForce(ctx, { userId }))
      .map(({ grant }) => grant)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    keys: await Promise.all(answers),
    history: await showTimeline(ctx, { userId }),
    objects: await readObjects(shop, userId),
    eventCount: (await listFeed(shop, { userId })).length,
  };
}

const { count, seed } = inject("lives");
const names = Object.keys(actions) as ActionName[];
// Most lives begin with a purchase, or nothing could happen to it.
const anyLife = fc
  .tuple(
    fc.constantFrom<ActionName>("buyOnce", "buyWithFailingRefund", "subscribe", "subscribe"),
    fc.array(fc.constantFrom(...names), { minLength: 5, maxLength: 10 }),
  )
  .map(([first, others]) => [first, ...others]);

/** Lets these things happen, in this order. Each batch compares only what it writes, and must miss nothing. */
async function live(life: Life, happened: ActionName[]): Promise<void> {
  const { shop, userId } = life;
  for (const name of happened) {
    try {
      await (actions[name] as (life: Life) => Promise<unknown>)(life);
      await life.processQueue();
      await life.syncAll();
      expect(await listMissingEvents(shop, { userId }, life.now())).toEqual([]);
    } catch (error) {
      // The verb refuses what does not apply now.
      if (!(error instanceof AppError) || error.code === "stripe_unavailable") throw error;
    }
  }
  // What Stripe does later, like failing a refund, must happen before the rebuild, not during it.
  await life.pass(8);
  // The second sync sees what the first one refunded.
  for (let count = 0; count < 2; count++) await life.syncAll();
}

test("a random life, then a rebuild from Stripe and our history, gives the same access and keys", async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async (happened) => {
      const life = await startLife();
      await live(life, happened);
      // What is kept of archived objects told every change.
      await returnNewestOf(life.shop, life.userId);
      expect(await listMissingEvents(life.shop, life, life.now())).toEqual([]);
      await archiveAllOf(life.shop, life.userId);
      const before = await describeLife(life);
      expect(before.history.length).toBeGreaterThan(0);
      await loseRows(life.shop, life.userId);
      await startRebuild(life.shop.ctx(undefined, life.now()));
      await continueRebuild(life.shop.ctx(undefined, life.now()), { steps: Infinity });
      await life.processQueue();
      expect(await describeLife(life)).toEqual(before);
    }),
    { numRuns: count, seed, endOnFailure: true },
  );
});
