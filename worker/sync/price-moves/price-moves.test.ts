import { beforeEach, describe, expect, it } from "vitest";
import { addPrice, setPriceActive } from "../../testing/fixtures/edit-product.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import {
  cancelPriceMove,
  retryPriceMove,
} from "../../admin/products/price-moves/change-price-move.ts";
import { previewPriceMove } from "../../admin/products/price-moves/preview-price-move.ts";
import {
  listPriceMoves,
  listPriceMoveSubscribers,
} from "../../admin/products/price-moves/show-price-moves.ts";
import { startPriceMove } from "../../admin/products/price-moves/start-price-move.ts";
import { newPrice } from "../../admin/products/schema.ts";
import { listPrices } from "../../catalog/store-editing.ts";
import type { Ctx } from "../../context.ts";
import { outboxEmails } from "../../db/schema/outbox.ts";
import { DAY, HOUR, SECOND } from "../../lib/time.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { scheduleCancellation } from "../../billing/schedule-cancellation.ts";
import { showBilling } from "../../shop/billing/show-billing.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { recordTypes } from "../../testing/clients/feed.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { enqueuePriceMoves, processPriceMove } from "./process-price-move.ts";

// Cron enqueues every move of the database.
beforeEach(emptyDatabase);

/** A shop that sells a membership at $9, and has a new price of $12 for it. */
async function openShopWithNewPrice(
  options: { hasEmailSender?: boolean; old?: object; amountMinor?: number } = {},
) {
  const { old = {}, amountMinor = 1200, ...shopOptions } = options;
  const shop = openTestShop(shopOptions);
  const product = await shop.createPublishedProduct({ prices: [{ ...monthly, ...old }] });
  const fromPriceId = product.prices[0]!.id;
  const { id: toPriceId } = await addPrice(shop.ctx(), {
    productId: product.id,
    price: newPrice.parse({ ...monthly, ...old, trialDays: 0, amountMinor }),
  });
  const [oldPrice, newer] = (await listPrices(shop.ctx().db, [product.id])).toSorted((one) =>
    one.id === fromPriceId ? -1 : 1,
  );
  return { shop, product, fromPriceId, toPriceId, oldPrice: oldPrice!, newPrice: newer! };
}

type Setup = Awaited<ReturnType<typeof openShopWithNewPrice>>;

/** Creates a user who is subscribed at the old price. */
async function subscribeAtOldPrice(
  { shop, fromPriceId }: Setup,
  quantity?: number,
  country = "DE",
) {
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: fromPriceId, quantity });
  await shop.pay(checkout.url, undefined, { country });
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  const [subscription] = await listSubscriptions(shop.ctx(), { userId });
  return subscription!;
}

const start = (setup: Setup, ctx: Ctx, noticeDays = 0, sendsEmails = false) =>
  startPriceMove(ctx, {
    productId: setup.product.id,
    fromPriceId: setup.fromPriceId,
    toPriceId: setup.toPriceId,
    noticeDays,
    sendsEmails,
  });

/** Processes a move until nothing is due, at this time. */
async function process(shop: TestShop, priceMoveId: string, now = Date.now()) {
  do {
    const others = shop.queued.filter((message) => message.priceMoveId === undefined);
    shop.queued.splice(0, Infinity, ...others);
    await processPriceMove(shop.ctx(undefined, now), { priceMoveId });
  } while (shop.queued.some((message) => message.priceMoveId === priceMoveId));
}

async function priceAtStripe(shop: TestShop, stripeSubscriptionId: string) {
  const { items } = await shop.ctx().stripe.subscriptions.retrieve(stripeSubscriptionId);
  return items.data[0]!.price.id;
}

const findMove = async ({ shop, product }: Setup) =>
  (await listPriceMoves(shop.ctx(), { productId: product.id }))[0]!;

describe("moving subscribers to a new price", () => {
  it("a move keeps the paid period and its price, and charges the new price at the renewal", async () => {
    const setup = await openShopWithNewPrice({ hasEmailSender: true });
    const { shop, oldPrice, newPrice: to } = setup;
    const ann = await subscribeAtOldPrice(setup);
    const { id } = await start(setup, shop.ctx());
    await process(shop, id);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(oldPrice.stripePriceId);
    expect(await findMove(setup)).toMatchObject({ status: "running", planned: 1, moved: 0 });

    const renewal = ann.currentPeriodEnd!;
    await process(shop, id, renewal - 7 * HOUR);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(oldPrice.stripePriceId);
    await process(shop, id, renewal - 5 * HOUR);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(to.stripePriceId);
    expect(await findMove(setup)).toMatchObject({ status: "finished", planned: 0, moved: 1 });
    const { stripe } = shop.ctx();
    const charges = async () =>
      (await stripe.charges.list({ customer: await stripeCustomerOf(shop, ann) })).data
        .map(({ amount }) => amount)
        .toReversed();
    expect(await charges()).toEqual([900]);

    await shop.control("clock", {
      advanceSeconds: Math.floor((renewal - Date.now() + 2 * HOUR) / SECOND),
    });
    expect(await charges()).toEqual([900, 1200]);
    await syncStripeCustomer(shop.ctx(undefined, renewal + 2 * HOUR), {
      customerId: ann.customerId,
      force: true,
    });
    const [mirrored] = await listSubscriptions(shop.ctx(), { userId: ann.userId });
    expect(mirrored!.items).toMatchObject([{ amountMinor: 1200 }]);
    // The team chose to tell of the move itself, and it is no change of plan.
    const emails = await shop.ctx().db.select({ kind: outboxEmails.kind }).from(outboxEmails);
    expect(emails.map(({ kind }) => kind).toSorted()).toEqual(["payment", "purchase"]);
  });

  it("a move waits for the first renewal after the notice", async () => {
    const setup = await openShopWithNewPrice();
    const { shop, oldPrice, newPrice: to } = setup;
    const ann = await subscribeAtOldPrice(setup);
    const { id } = await start(setup, shop.ctx(), 45);
    const renewal = ann.currentPeriodEnd!;
    await process(shop, id, renewal - HOUR);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(oldPrice.stripePriceId);
    await shop.control("clock", {
      advanceSeconds: Math.floor((renewal - Date.now() + 2 * HOUR) / SECOND),
    });
    await process(shop, id, renewal + 2 * HOUR);
    const { items } = await shop.ctx().stripe.subscriptions.retrieve(ann.stripeSubscriptionId);
    const second = items.data[0]!.current_period_end * SECOND;
    expect(second).toBeGreaterThan(Date.now() + 45 * DAY);
    await process(shop, id, second - HOUR);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(to.stripePriceId);
  });

  it("a move leaves out who is ending, paused, disputed or unpaid, and says so", async () => {
    const setup = await openShopWithNewPrice();
    const { shop, product, fromPriceId, toPriceId } = setup;
    const moving = await subscribeAtOldPrice(setup);
    const ending = await subscribeAtOldPrice(setup);
    const paused = await subscribeAtOldPrice(setup);
    const disputed = await subscribeAtOldPrice(setup);
    const ended = await subscribeAtOldPrice(setup);
    const { stripe } = shop.ctx();
    await stripe.subscriptions.update(ending.stripeSubscriptionId, { cancel_at_period_end: true });
    await stripe.subscriptions.update(paused.stripeSubscriptionId, {
      pause_collection: { behavior: "void" },
    });
    await stripe.subscriptions.cancel(ended.stripeSubscriptionId);
    const { data } = await stripe.charges.list({
      customer: await stripeCustomerOf(shop, disputed),
    });
    await shop.control("disputes", { charge: data[0]!.id });
    for (const { customerId } of [ending, paused, disputed, ended])
      await syncStripeCustomer(shop.ctx(), { customerId, force: true });

    const preview = await previewPriceMove(shop.ctx(), {
      productId: product.id,
      from: fromPriceId,
      to: toPriceId,
    });
    expect(preview).toMatchObject({ subscribers: 1, nowMinor: 900, afterMinor: 1200 });
    const reasons = (list: { reason: string; subscribers: number }[]) =>
      list.map(({ reason, subscribers }) => `${reason} ${subscribers}`).toSorted();
    const expected = ["disputed 1", "ending 1", "paused 1"];
    expect(reasons(preview.leftOut)).toEqual(expected);
    expect(preview.subscriptions.find(({ id }) => id === ending.id)).toMatchObject({
      leftOut: "ending",
    });

    const { id } = await start(setup, shop.ctx());
    await process(shop, id);
    const move = await findMove(setup);
    expect(move).toMatchObject({ planned: 1 });
    expect(reasons(move.leftOut)).toEqual(expected);
    const { items } = await listPriceMoveSubscribers(shop.ctx(), {
      productId: product.id,
      moveId: id,
      state: "planned",
    });
    expect(items.map((item) => item.id)).toEqual([moving.id]);
  });

  it("a move leaves out who cancels or changes the plan after the notice", async () => {
    const setup = await openShopWithNewPrice();
    const { shop, oldPrice } = setup;
    const [canceling, changing] = [
      await subscribeAtOldPrice(setup),
      await subscribeAtOldPrice(setup),
    ];
    const { id: otherPriceId } = await addPrice(shop.ctx(), {
      productId: setup.product.id,
      price: newPrice.parse({ ...monthly, amountMinor: 700 }),
    });
    const other = (await listPrices(shop.ctx().db, [setup.product.id])).find(
      (price) => price.id === otherPriceId,
    )!;
    const { id } = await start(setup, shop.ctx());
    await process(shop, id);
    await scheduleCancellation(shop.asUser(canceling.userId), { id: canceling.id });
    // At Stripe only, a minute ago: no webhook has arrived yet.
    const item = (await shop.ctx().stripe.subscriptions.retrieve(changing.stripeSubscriptionId))
      .items.data[0]!;
    await shop.ctx().stripe.subscriptions.update(changing.stripeSubscriptionId, {
      items: [{ id: item.id, price: other.stripePriceId! }],
      proration_behavior: "none",
    });
    await process(shop, id, canceling.currentPeriodEnd! - HOUR);
    expect(await priceAtStripe(shop, canceling.stripeSubscriptionId)).toBe(oldPrice.stripePriceId);
    expect(await priceAtStripe(shop, changing.stripeSubscriptionId)).toBe(other.stripePriceId);
    expect(await findMove(setup)).toMatchObject({
      status: "finished",
      leftOut: expect.arrayContaining([
        { reason: "ending", subscribers: 1 },
        { reason: "changed", subscribers: 1 },
      ]),
    });
  });

  it("a move keeps the price that a trial was offered with for the first payment", async () => {
    const setup = await openShopWithNewPrice({ old: { trialDays: 7 } });
    const { shop, oldPrice } = setup;
    const ann = await subscribeAtOldPrice(setup);
    expect(ann.status).toBe("trialing");
    const { id } = await start(setup, shop.ctx());
    await process(shop, id, ann.trialEnd! - HOUR);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(oldPrice.stripePriceId);
    expect(await findMove(setup)).toMatchObject({ status: "running", planned: 1 });
  });

  it("a move retries what fails and lists it until then; a second worker changes nothing", async () => {
    const setup = await openShopWithNewPrice();
    const { shop, product, newPrice: to } = setup;
    const ann = await subscribeAtOldPrice(setup);
    const { id } = await start(setup, shop.ctx());
    await process(shop, id);
    const path = `/v1/subscriptions/${ann.stripeSubscriptionId}`;
    await shop.control("faults", { match: `POST ${path}`, times: 9, status: 500 });
    const time = ann.currentPeriodEnd! - 5 * HOUR;
    await process(shop, id, time);
    expect(await findMove(setup)).toMatchObject({ status: "running", planned: 1, failed: 1 });
    const list = await listPriceMoveSubscribers(shop.ctx(), {
      productId: product.id,
      moveId: id,
      state: "failed",
    });
    expect(list.items).toMatchObject([{ id: ann.id, error: expect.any(String) }]);
    await shop.control("faults", { match: `POST ${path}`, times: 0, status: 500 });
    await retryPriceMove(shop.ctx(undefined, time), { productId: product.id, moveId: id });
    await Promise.all([process(shop, id, time), process(shop, id, time)]);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(to.stripePriceId);
    expect(await findMove(setup)).toMatchObject({ status: "finished", moved: 1, failed: 0 });
    const { requests } = await shop.control<{
      requests: { method: string; path: string; status: number }[];
    }>("requests");
    const updates = requests.filter(
      (request) => request.method === "POST" && request.path === path && request.status === 200,
    );
    expect(updates).toHaveLength(1);
  });

  it("a move continues where it was interrupted, and covers more than a page", async () => {
    const setup = await openShopWithNewPrice();
    const { shop } = setup;
    const subscribers = await Promise.all(
      Array.from({ length: 11 }, () => subscribeAtOldPrice(setup)),
    );
    const { id } = await start(setup, shop.ctx());
    await process(shop, id);
    const time = Math.max(...subscribers.map(({ currentPeriodEnd }) => currentPeriodEnd!)) - HOUR;
    // One page, and its message to continue is lost.
    await processPriceMove(shop.ctx(undefined, time), { priceMoveId: id });
    expect(await findMove(setup)).toMatchObject({ moved: 10, planned: 1 });
    shop.queued.splice(0);
    await enqueuePriceMoves(shop.ctx(undefined, time));
    expect(shop.queued).toEqual([{ priceMoveId: id }]);
    await process(shop, id, time);
    expect(await findMove(setup)).toMatchObject({ status: "finished", moved: 11, planned: 0 });
    shop.queued.splice(0);
    await enqueuePriceMoves(shop.ctx(undefined, time));
    expect(shop.queued).toEqual([]);
  });

  it("a move emails each subscriber once, and again if it is canceled", async () => {
    const setup = await openShopWithNewPrice({ hasEmailSender: true, old: { model: "per_seat" } });
    const { shop, product } = setup;
    const ann = await subscribeAtOldPrice(setup, 3);
    const { id } = await start(setup, shop.ctx(), 7, true);
    await process(shop, id);
    await process(shop, id);
    await sendQueuedEmails(shop.ctx());
    const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
      ann.currentPeriodEnd!,
    );
    const notices = async () =>
      (await shop.emailsTo(ann.userId)).filter(({ subject }) => subject.includes("price"));
    expect(await notices()).toMatchObject([
      {
        subject: `The price of ${product.name} changes on ${date}`,
        text: expect.stringContaining("Current price: $27.00 a month\nNew price: $36.00 a month\n"),
      },
    ]);
    const shown = await showBilling(shop.asUser(ann.userId), { userId: ann.userId });
    expect(shown.subscriptions[0]).toMatchObject({
      price: { amountMinor: 900 },
      plannedPrice: { amountMinor: 1200, from: ann.currentPeriodEnd },
      next: { kind: "renews", amountMinor: 3600 },
    });

    await cancelPriceMove(shop.ctx(), { productId: product.id, moveId: id });
    await process(shop, id);
    await sendQueuedEmails(shop.ctx());
    expect((await notices()).at(-1)).toMatchObject({
      subject: `The price of ${product.name} stays the same`,
    });
    expect(await findMove(setup)).toMatchObject({ status: "canceled", canceled: 1, planned: 0 });
    const after = await showBilling(shop.asUser(ann.userId), { userId: ann.userId });
    expect(after.subscriptions[0]).toMatchObject({
      plannedPrice: null,
      next: { kind: "renews", amountMinor: 2700 },
    });
    await process(shop, id, ann.currentPeriodEnd! - HOUR);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(setup.oldPrice.stripePriceId);
  });

  it("a yearly subscriber in the United States is told 30 days before, and not of a move canceled by then", async () => {
    const setup = await openShopWithNewPrice({ hasEmailSender: true, old: { interval: "year" } });
    const { shop, product } = setup;
    const ann = await subscribeAtOldPrice(setup, undefined, "US");
    const bob = await subscribeAtOldPrice(setup);
    const { id } = await start(setup, shop.ctx(), 0, true);
    await process(shop, id);
    const subjects = async (userId: string) =>
      (await shop.emailsTo(userId))
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes("price"));
    const renewal = ann.currentPeriodEnd!;
    await sendQueuedEmails(shop.ctx(undefined, renewal - 31 * DAY));
    expect(await subjects(ann.userId)).toEqual([]);
    expect(await subjects(bob.userId)).toHaveLength(1);
    await cancelPriceMove(shop.ctx(), { productId: product.id, moveId: id });
    await process(shop, id);
    await sendQueuedEmails(shop.ctx(undefined, renewal - 29 * DAY));
    expect(await subjects(ann.userId)).toEqual([]);
    expect(await subjects(bob.userId)).toHaveLength(2);
  });

  it("a subscriber in the United States keeps the price if the renewal is within 7 days of the email", async () => {
    const setup = await openShopWithNewPrice({ hasEmailSender: true });
    const { shop, oldPrice } = setup;
    const [ann, bob] = [
      await subscribeAtOldPrice(setup, undefined, "US"),
      await subscribeAtOldPrice(setup),
    ];
    const renewal = ann.currentPeriodEnd!;
    const { id } = await start(setup, shop.ctx(undefined, renewal - 5 * DAY), 0, true);
    await process(shop, id, renewal - 5 * DAY);
    await process(shop, id, renewal - HOUR);
    expect(await priceAtStripe(shop, ann.stripeSubscriptionId)).toBe(oldPrice.stripePriceId);
    expect(await priceAtStripe(shop, bob.stripeSubscriptionId)).toBe(setup.newPrice.stripePriceId);
  });

  it("a move with emails is refused while the shop cannot send any", async () => {
    const setup = await openShopWithNewPrice();
    await expect(start(setup, setup.shop.ctx(), 0, true)).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "sendsEmails" }],
    });
  });

  it("a move to a price of another interval, or one not for sale, is refused", async () => {
    const setup = await openShopWithNewPrice();
    const { shop, product } = setup;
    const { id: yearly } = await addPrice(shop.ctx(), {
      productId: product.id,
      price: newPrice.parse({ ...monthly, interval: "year" }),
    });
    const invalid = { code: "invalid_input", fields: [{ path: "toPriceId" }] };
    await expect(start({ ...setup, toPriceId: yearly }, shop.ctx())).rejects.toMatchObject(invalid);
    await setPriceActive(shop.ctx(), {
      productId: product.id,
      priceId: setup.toPriceId,
      active: false,
    });
    await expect(start(setup, shop.ctx())).rejects.toMatchObject(invalid);
  });

  it("a second move of the price is refused while the first is open", async () => {
    const setup = await openShopWithNewPrice();
    const { shop } = setup;
    const results = await Promise.allSettled([start(setup, shop.ctx()), start(setup, shop.ctx())]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "price_move_open" },
    });
  });

  it("a move is in the audit log, and other programs get an event for each subscription", async () => {
    const setup = await openShopWithNewPrice();
    const { shop, product } = setup;
    const ann = await subscribeAtOldPrice(setup);
    const owner = await shop.createUser();
    const { id } = await start(setup, shop.asUser(owner, Date.now(), "owner"));
    const { items } = await listAuditEntries(shop.ctx(), { search: product.id });
    expect(items[0]).toMatchObject({
      action: "price_move.started",
      actorId: owner,
      after: { id, fromPriceId: setup.fromPriceId, toPriceId: setup.toPriceId, noticeDays: 0 },
    });
    const types = await recordTypes(shop, { objectId: ann.id }, async () => {
      await process(shop, id, ann.currentPeriodEnd! - HOUR);
      expect(shop.queued).toEqual([{ customerId: ann.customerId }]);
      await shop.processQueue();
    });
    expect(types).toEqual(["subscription.updated"]);
  });
});

async function stripeCustomerOf(shop: TestShop, sub: { stripeSubscriptionId: string }) {
  const { customer } = await shop.ctx().stripe.subscriptions.retrieve(sub.stripeSubscriptionId);
  return customer as string;
}
