import type Stripe from "stripe";
import { addNewBenefit, removeBenefitFromProduct } from "../../testing/fixtures/edit-product.ts";
import { expect, test } from "vitest";
import { createGift } from "../../gifts/create-gift.ts";
import { revokeGift } from "../../gifts/revoke-gift.ts";
import { rotateLicenseForUser } from "../licenses/rotate-license.ts";
import { setLicenseDisabled } from "../licenses/set-license-disabled.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { endSubscription } from "../../billing/end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "../../billing/pause-subscription.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import { scheduleCancellation, undoCancellation } from "../../billing/schedule-cancellation.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import { translateProduct } from "../../testing/fixtures/edit-translations.ts";
import { archiveEventsOf } from "../../testing/fixtures/archive-feed.ts";
import {
  buyLicense,
  findLicenseInLibrary,
  licenseBenefit,
} from "../../testing/fixtures/licenses.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { showTimeline } from "../../testing/clients/show-timeline.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { listHistory } from "../../purchases/timeline/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";

/** Returns the codes of a user's timeline, oldest first, with who made the change where that is recorded. */
async function listCodes(shop: TestShop, userId: string, now?: number): Promise<string[]> {
  const entries = await showTimeline(shop.ctx(undefined, now), { userId });
  return entries.toReversed().map(({ code, by }) => (by ? `${code} by ${by}` : code));
}

const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;

test("a subscription's history has its start, cancellation, undoing, pause, resumption, plan change, end", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [monthly, yearly] });
  const { id, userId } = sub;
  for (const act of [scheduleCancellation, undoCancellation, pauseSubscription, resumeSubscription])
    await act(sub.userContext(), { id });
  const choice = { id, priceId: sub.product.prices[1]!.id };
  const { prorationDate } = await previewPlanChange(sub.userContext(), choice);
  await changePlan(sub.userContext(), { ...choice, prorationDate });
  await endSubscription(sub.userContext(), { id });
  expect(await listCodes(shop, userId)).toEqual([
    "subscribed",
    "canceled by customer",
    "resumed by customer",
    "paused by customer",
    "unpaused by customer",
    "plan_changed by customer",
    "ended",
  ]);
  const timeline = await showTimeline(shop.ctx(), { userId });
  expect(timeline.toReversed()).toMatchObject([
    // At the price of that time.
    { code: "subscribed", amountMinor: 900, interval: "month", granted: [{}], revoked: [] },
    { code: "canceled", until: expect.any(Number) },
    { code: "resumed" },
    { code: "paused", revoked: [{}] },
    { code: "unpaused", granted: [{}] },
    {
      code: "plan_changed",
      amountMinor: 9000,
      interval: "year",
      from: { amountMinor: 900, interval: "month" },
      granted: [],
      revoked: [],
    },
    { code: "ended", granted: [], revoked: [{}] },
  ]);
});

test("a plan change names the products in the reader's language", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [monthly, yearly] });
  const choice = { id: sub.id, priceId: sub.product.prices[1]!.id };
  const { prorationDate } = await previewPlanChange(sub.userContext(), choice);
  await changePlan(sub.userContext(), { ...choice, prorationDate });
  await translateProduct(shop.ctx(), sub.product.id, { de: { name: "Gezeiten" } });
  const ctx = await withTextsIn(shop.ctx(), "de");
  const timeline = await showTimeline(ctx, { userId: sub.userId });
  const change = timeline.find(({ code }) => code === "plan_changed");
  expect(change).toMatchObject({ name: "Gezeiten", from: { name: "Gezeiten" } });
});

test("a change of seats has both numbers, and the subscription keeps the one that it began with", async () => {
  const shop = openTestShop();
  const sub = await subscribe(
    shop,
    { prices: [{ ...monthly, model: "per_seat" }] },
    { quantity: 5 },
  );
  const { stripe } = shop.ctx();
  const [item] = (await sub.atStripe()).items.data;
  await stripe.subscriptions.update(sub.stripeSubscriptionId, {
    items: [{ id: item!.id, quantity: 8 }],
  });
  await syncStripeCustomer(shop.ctx(), { customerId: sub.customerId, force: true });
  expect((await showTimeline(shop.ctx(), { userId: sub.userId })).toReversed()).toMatchObject([
    { code: "subscribed", quantity: 5, amountMinor: 4500 },
    { code: "quantity_changed", by: "stripe", quantity: 8, from: { quantity: 5 } },
  ]);
});

test("a change to another product exchanges the benefits in the entry of the change", async () => {
  const shop = openTestShop();
  const planGroup = `g-${crypto.randomUUID()}`;
  const benefits = (name: string) => [{ type: "feature" as const, name, settings: {} }];
  const sub = await subscribe(shop, {
    name: "Basic",
    planGroup,
    prices: [monthly],
    benefits: benefits("Few"),
  });
  const plus = await shop.createPublishedProduct({
    name: "Plus",
    planGroup,
    prices: [{ ...monthly, amountMinor: 1900 }],
    benefits: benefits("Many"),
  });
  const choice = { id: sub.id, priceId: plus.prices[0]!.id };
  const { prorationDate } = await previewPlanChange(sub.userContext(), choice);
  await changePlan(sub.userContext(), { ...choice, prorationDate });
  // An edit of the product is not reported as a change of the plan.
  const { id: benefitId } = await addNewBenefit(shop.ctx(), {
    productId: plus.id,
    benefit: { type: "feature", name: "Extra", settings: {} },
  });
  while (shop.queued.length > 0) await shop.processQueue();
  await removeBenefitFromProduct(shop.ctx(), { productId: plus.id, benefitId });
  while (shop.queued.length > 0) await shop.processQueue();
  const timeline = await showTimeline(shop.ctx(), { userId: sub.userId });
  expect(timeline.toReversed()).toMatchObject([
    { code: "subscribed", granted: [{ name: "Few" }], revoked: [] },
    {
      code: "plan_changed",
      name: "Plus",
      from: { name: "Basic" },
      granted: [{ name: "Many" }],
      revoked: [{ name: "Few" }],
    },
    { code: "benefit_added", granted: [{ name: "Extra" }] },
    { code: "benefit_removed", revoked: [{ name: "Extra" }] },
  ]);
});

test("the history has renewals, a failed one, its recovery and a trial that became paid", async () => {
  const shop = openTestShop();
  const trial = await subscribe(shop, { prices: [{ ...monthly, trialDays: 14 }] });
  await trial.advanceDays(15);
  await trial.advanceDays(32);
  const { now } = trial.userContext();
  expect(await listCodes(shop, trial.userId, now)).toEqual([
    "trial_began",
    "trial_converted",
    "renewed",
  ]);

  const late = openTestShop();
  const sub = await subscribe(late);
  await late.control(`customers/${String((await sub.atStripe()).customer)}/card`, {
    card: "4000000000000341",
  });
  await sub.advanceDays(32);
  expect(await listCodes(late, sub.userId, sub.userContext().now)).toEqual([
    "subscribed",
    "renewal_failed",
  ]);
  const { stripe } = late.ctx();
  const [open] = (await stripe.invoices.list({ status: "open" })).data;
  await late.control(`customers/${String((await sub.atStripe()).customer)}/card`, {
    card: "4242424242424242",
  });
  await stripe.invoices.pay(open!.id!);
  await sub.sync();
  expect(await listCodes(late, sub.userId, sub.userContext().now)).toEqual([
    "subscribed",
    "renewal_failed",
    "payment_recovered",
  ]);
});

test("a trial that was canceled ends once, also if its end is seen a moment after it came", async () => {
  const shop = openTestShop();
  const trial = await subscribe(shop, { prices: [{ ...monthly, trialDays: 14 }] });
  await scheduleCancellation(trial.userContext(), { id: trial.id });
  await trial.advanceDays(15);
  const { now } = trial.userContext();
  expect(await listCodes(shop, trial.userId, now)).toEqual([
    "trial_began",
    "canceled by customer",
    "ended",
  ]);
});

test("a pause of the payments that outlasts the paid period closes, and resuming opens again", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
    pause_collection: { behavior: "void" },
  });
  await syncStripeCustomer(shop.ctx(), { customerId: sub.customerId, force: true });
  await sub.advanceDays(32);
  await sub.advanceDays(31);
  await resumeSubscription(sub.userContext(), { id: sub.id });
  const { now } = sub.userContext();
  const timeline = await showTimeline(shop.ctx(undefined, now), { userId: sub.userId });
  expect(timeline.toReversed()).toMatchObject([
    { code: "subscribed", granted: [{}] },
    { code: "paused", by: "stripe", revoked: [] },
    { code: "pause_closed", revoked: [{}] },
    { code: "unpaused", by: "customer", granted: [{}] },
  ]);
});

test("a refund that fails leaves both steps, and so does a dispute that is won", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, {}, "4000000000005126");
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await sync();
  const { stripe } = shop.ctx();
  const [charge] = (await stripe.charges.list()).data;
  await stripe.refunds.create({ charge: charge!.id, amount: 900 });
  await sync();
  await stripe.refunds.create({ charge: charge!.id });
  await sync();
  await shop.control("clock", { advanceSeconds: 7 * 86_400 });
  await sync();
  const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge!.id });
  await sync();
  await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
  await sync();
  const timeline = await showTimeline(shop.ctx(undefined, Date.now() + 30 * 86_400_000), {
    userId,
  });
  expect(timeline.toReversed()).toMatchObject([
    { code: "bought", amountMinor: 2900, granted: [{}] },
    { code: "refunded_in_part", by: "stripe", amountMinor: 900, revoked: [] },
    { code: "refunded_rest", amountMinor: 2000, revoked: [{}] },
    { code: "refund_failed", amountMinor: 2900, granted: [{}] },
    { code: "disputed", revoked: [{}] },
    { code: "dispute_won", granted: [{}] },
  ]);
});

test("the history says that a key was replaced, switched off and on again, and who did it", async () => {
  const shop = openTestShop();
  const { userId } = await buyLicense(shop);
  const seller = shop.asUser(await shop.createUser(), Date.now(), "owner");
  const idOfKey = async () => {
    const entry = await findLicenseInLibrary(shop, userId);
    return entry!.license!.id;
  };
  await rotateLicenseForUser(seller, { id: await idOfKey() });
  const id = await idOfKey();
  for (const isDisabled of [true, false])
    await setLicenseDisabled({ ...seller, now: Date.now() }, { id, isDisabled });
  expect((await listCodes(shop, userId)).toSorted()).toEqual([
    "bought",
    "key_disabled by shop",
    "key_enabled by shop",
    "key_issued",
    "key_rotated by shop",
  ]);
});

test("the history says when a gift was given and when it was revoked", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const { id: productId } = await shop.createDraftProduct({});
  const gift = await createGift(shop.ctx(), { userId, productId, note: "A gift", quantity: 3 });
  await revokeGift(shop.asUser(userId, Date.now(), "owner"), gift);
  expect((await showTimeline(shop.ctx(), { userId })).toReversed()).toMatchObject([
    { code: "gift_given", quantity: 3, granted: [{}] },
    { code: "gift_revoked", revoked: [{}] },
  ]);
});

test("the history is the same after older events moved to the archive, bit by bit", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [monthly, yearly], benefits: [licenseBenefit()] });
  const { id, userId } = sub;
  for (let month = 0; month < 6; month++) await sub.advanceDays(31);
  await scheduleCancellation(sub.userContext(), { id });
  await undoCancellation(sub.userContext(), { id });
  const license = (await findLicenseInLibrary(shop, userId))!.license!;
  const owner = shop.asUser(userId, Date.now(), "owner");
  for (const isDisabled of [true, false])
    await setLicenseDisabled(owner, { id: license.id, isDisabled });
  const read = async () =>
    (await showTimeline(shop.ctx(undefined, sub.userContext().now), { userId })).map(
      ({ id: _, ...entry }) => entry,
    );
  const before = await read();
  expect(before.filter(({ code }) => code === "renewed").length).toBeGreaterThan(4);
  expect(await archiveEventsOf(shop, userId)).toBeGreaterThan(15);
  expect(await read()).toEqual(before);
  const pause = sub.userContext();
  await pauseSubscription(pause, { id });
  await resumeSubscription(sub.userContext(), { id });
  await sub.advanceDays(31);
  const later = await read();
  expect(later.length).toBeGreaterThan(before.length);
  await archiveEventsOf(shop, userId);
  expect(await read()).toEqual(later);
});

test("reading the history of a user reads the rows of that user alone", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const other = openTestShop();
  for (let count = 0; count < 5; count++) await buyLicense(other);
  const { db, usage } = countReads(shop.env.DB);
  const rows = await listHistory(db, { userId, mode: "test" });
  expect(rows.length).toBeGreaterThan(1);
  expect(usage.statements).toBe(2);
  expect(usage.rowsRead).toBeLessThan(10 * rows.length);
});
