import { describe, expect, it } from "vitest";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { listGrantsInForce } from "../access/list-grants.ts";
import { refreshBilling, showBilling } from "../shop/billing/show-billing.ts";
import { deleteMirroredRows } from "../testing/fixtures/delete-mirrored-rows.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { monthly, listAccessReasons } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe, type TestSubscription } from "../testing/fixtures/subscribe.ts";
import { findAnySubscription } from "../purchases/subscriptions/store.ts";
import { listFeed } from "../testing/clients/feed.ts";
import { deleteAccount } from "../account/delete-account.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { runSweep } from "../sync/sweeps/run-sweep.ts";
import { endSubscription } from "./end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "./pause-subscription.ts";
import { undoCancellation, scheduleCancellation } from "./schedule-cancellation.ts";

const trial = { ...monthly, trialDays: 14 };

async function fetchAccess(sub: Awaited<ReturnType<typeof subscribe>>) {
  const [entry] = await showLibrary(sub.userContext(), { userId: sub.userId });
  return entry!.access;
}

describe("a change whose answer is lost", () => {
  const SUBSCRIPTION = "/v1/subscriptions/*";
  type Change = (sub: TestSubscription) => Promise<void>;
  const end: Change = (sub) => endSubscription(sub.userContext(), sub);
  const cancel: Change = (sub) => scheduleCancellation(sub.userContext(), sub);
  const undo: Change = (sub) => undoCancellation(sub.userContext(), sub);
  const pause: Change = (sub) => pauseSubscription(sub.userContext(), sub);
  const resume: Change = (sub) => resumeSubscription(sub.userContext(), sub);

  it.each<[name: string, match: string, before: Change[], change: Change, here: object]>([
    ["an end", `DELETE ${SUBSCRIPTION}`, [], end, { status: "canceled" }],
    ["a cancellation", `POST ${SUBSCRIPTION}`, [], cancel, { cancelAt: expect.any(Number) }],
    ["an undone cancellation", `POST ${SUBSCRIPTION}`, [cancel], undo, { cancelAt: null }],
    ["a pause", `POST ${SUBSCRIPTION}/pause`, [], pause, { status: "paused" }],
    ["a resumption", `POST ${SUBSCRIPTION}/resume`, [pause], resume, { status: "active" }],
  ])(
    "%s that Stripe made is no error, and one that it did not make is",
    async (_, match, before, change, here) => {
      const shop = openTestShop();
      // `drop` loses the answer, and the library's retry of an end is then refused.
      for (const lost of [{ status: 500 }, { drop: true }]) {
        const sub = await subscribe(shop);
        for (const step of before) await step(sub);
        await shop.control("faults", { match, times: 3, status: 500 });
        await expect(change(sub)).rejects.toMatchObject({ code: "stripe_unavailable" });
        await shop.control("faults", { match, times: 1, afterCommit: true, ...lost });
        await change(sub);
        // The shop has synced, too.
        expect(await sub.mirrored()).toMatchObject(here);
        await shop.control("faults", { match, times: 0, status: 500 });
      }
    },
  );
});

describe("ending immediately", () => {
  it("ending immediately revokes access now, and repeating it changes nothing", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await endSubscription(sub.userContext(), { id: sub.id });
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_ended"]);
    expect((await sub.atStripe()).status).toBe("canceled");
    await endSubscription(sub.userContext(), { id: sub.id });
  });

  it("ending immediately keeps the reason; the account's deletion erases its comment here and at Stripe", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await endSubscription(sub.userContext(), { id: sub.id, feedback: "other", comment: "My name" });
    expect(await sub.mirrored()).toMatchObject({
      cancellationFeedback: "other",
      cancellationComment: "My name",
    });
    expect((await showSubscription(shop.ctx(), { id: sub.id })).timeline[0]).toMatchObject({
      code: "ended",
      feedback: "other",
    });
    await deleteAccount(sub.userContext());
    expect((await sub.atStripe()).cancellation_details).toMatchObject({
      feedback: "other",
      comment: null,
    });
    const { db } = shop.ctx();
    const row = await findAnySubscription(db, sub.id, "test");
    expect(row).toMatchObject({ cancellationFeedback: "other", cancellationComment: null });
  });

  it("ending immediately ends access, while refunding the last invoice does not", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    await stripe.refunds.create({ charge: (await stripe.charges.list()).data[0]!.id });
    await sub.sync();
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
    await stripe.subscriptions.cancel(sub.stripeSubscriptionId);
    await sub.sync();
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_ended"]);
  });

  it("ending immediately is refused for another user, like pausing, resuming and undoing a cancellation", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const stranger = shop.asUser(await shop.createUser());
    for (const act of [endSubscription, pauseSubscription, resumeSubscription, undoCancellation])
      await expect(act(stranger, { id: sub.id })).rejects.toMatchObject({ code: "not_found" });
    expect((await sub.atStripe()).status).toBe("active");
  });
});

describe("a scheduled cancellation", () => {
  // https://github.com/better-auth/better-auth/issues/5780
  it("a cancellation in the portal sets only cancel_at; it is shown and can be undone", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    const end = (await sub.mirrored()).currentPeriodEnd!;
    await stripe.subscriptions.update(sub.stripeSubscriptionId, { cancel_at: end / 1000 });
    await sub.sync();
    expect(await fetchAccess(sub)).toMatchObject({
      active: true,
      reason: "subscription_canceling",
      until: end,
    });
    await undoCancellation(sub.userContext(), { id: sub.id });
    expect(await sub.atStripe()).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
  });

  it("a cancellation keeps its reason for the team and other programs, until it is undone", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const reason = { feedback: "too_expensive", comment: "Twice what I can pay" } as const;
    await scheduleCancellation(sub.userContext(), { id: sub.id, ...reason });
    expect((await sub.atStripe()).cancellation_details).toMatchObject(reason);
    const details = await showSubscription(shop.ctx(), { id: sub.id });
    expect(details).toMatchObject({
      cancellationFeedback: "too_expensive",
      cancellationComment: "Twice what I can pay",
    });
    expect(details.timeline[0]).toMatchObject({ code: "canceled", feedback: "too_expensive" });
    const events = await listFeed(shop, { userId: sub.userId });
    expect(events.find(({ type }) => type === "subscription.canceled")).toMatchObject({
      data: { cancellationFeedback: "too_expensive" },
    });
    expect(JSON.stringify(events)).not.toContain("Twice");

    await undoCancellation(sub.userContext(), { id: sub.id });
    expect(await sub.mirrored()).toMatchObject({
      cancelAt: null,
      cancellationFeedback: null,
      cancellationComment: null,
    });
  });

  it("a cancellation in Stripe's portal has the reason that was given there", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
      cancel_at: "min_period_end",
      cancellation_details: { feedback: "switched_service", comment: "Found another" },
    });
    await sub.sync();
    expect(await sub.mirrored()).toMatchObject({
      cancellationFeedback: "switched_service",
      cancellationComment: "Found another",
    });
  });

  it("a cancellation takes effect at the scheduled time, and nothing is charged", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    await sub.advanceDays(32);
    expect(await fetchAccess(sub)).toMatchObject({ active: false, reason: "subscription_ended" });
    expect((await shop.ctx().stripe.invoices.list()).data).toHaveLength(1);
    await expect(undoCancellation(sub.userContext(), { id: sub.id })).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
  });
});

/** Pauses only the collection, as a seller can at Stripe; invoices are voided meanwhile. */
async function pauseCollection(shop: TestShop, sub: TestSubscription) {
  await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
    pause_collection: { behavior: "void" },
  });
  await sub.sync();
}

describe("a pause of the collection that voids invoices", () => {
  it("voiding invoices stops charging, and access lasts only until the paid period ends", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await pauseCollection(shop, sub);
    expect(await fetchAccess(sub)).toEqual({
      active: true,
      reason: "subscription_paused",
      since: expect.any(Number),
      until: (await sub.mirrored()).currentPeriodEnd,
    });
    await sub.advanceDays(32);
    expect(await fetchAccess(sub)).toMatchObject({ active: false, reason: "subscription_paused" });
    expect((await shop.ctx().stripe.charges.list()).data).toHaveLength(1);
    await sub.advanceDays(31);
    expect(await fetchAccess(sub)).toMatchObject({ active: false, reason: "subscription_paused" });
  });

  it("resuming within the paid period costs nothing and changes nothing", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { currentPeriodEnd } = await sub.mirrored();
    await pauseCollection(shop, sub);
    await sub.advanceDays(5);
    await resumeSubscription(sub.userContext(), { id: sub.id });
    expect(await sub.mirrored()).toMatchObject({ pauseBehavior: null, currentPeriodEnd });
    expect((await shop.ctx().stripe.charges.list()).data).toHaveLength(1);
  });

  it("resuming later charges immediately, so that a pause can't give a free month", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await pauseCollection(shop, sub);
    await sub.advanceDays(32);
    const resumedAt = sub.userContext().now;
    await resumeSubscription(sub.userContext(), { id: sub.id });
    expect((await shop.ctx().stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([
      900, 900,
    ]);
    const { currentPeriodEnd, pauseBehavior } = await sub.mirrored();
    expect(pauseBehavior).toBeNull();
    expect(currentPeriodEnd).toBeGreaterThan(resumedAt + 27 * DAY);
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_active" });
  });

  it("a pause lasts if the card is declined on resuming", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] }, { card: "4000000000000341" });
    const { stripe } = shop.ctx();
    await stripe.subscriptions.update(sub.stripeSubscriptionId, {
      pause_collection: { behavior: "void" },
    });
    await sub.advanceDays(15);
    await expect(resumeSubscription(sub.userContext(), { id: sub.id })).rejects.toMatchObject({
      code: "payment_failed",
    });
    expect((await sub.atStripe()).pause_collection).toMatchObject({ behavior: "void" });
  });

  it("collection that is resumed in a voided period gives no access until the renewal", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    await stripe.subscriptions.update(sub.stripeSubscriptionId, {
      pause_collection: { behavior: "void" },
    });
    await sub.advanceDays(32);
    await stripe.subscriptions.update(sub.stripeSubscriptionId, { pause_collection: "" });
    await sub.sync();
    const { currentPeriodEnd: at } = await sub.mirrored();
    expect(await fetchAccess(sub)).toMatchObject({ active: false, reason: "subscription_paused" });
    const { subscriptions } = await showBilling(sub.userContext(), sub);
    expect(subscriptions).toMatchObject([
      { status: "active", notice: { code: "period_voided", at }, actions: ["cancel", "end"] },
    ]);
    expect((await runSweep(sub.userContext(), { pages: 50 })).sweep.drifted).toBe(0);
    await sub.advanceDays(31);
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_active" });
  });

  it("a period that the seller gave for free during a pause stays open after it", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    await stripe.subscriptions.update(sub.stripeSubscriptionId, {
      pause_collection: { behavior: "mark_uncollectible" },
    });
    await sub.advanceDays(32);
    await stripe.subscriptions.update(sub.stripeSubscriptionId, { pause_collection: "" });
    await sub.sync();
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_active" });
  });

  it("a pause by the seller that keeps access can't be ended by the buyer", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
      pause_collection: { behavior: "mark_uncollectible" },
    });
    await sub.advanceDays(32);
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_paused" });
    await expect(resumeSubscription(sub.userContext(), { id: sub.id })).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
  });
});

describe("an invoice that the seller writes off", () => {
  /** Fails the first payment after a trial, and marks its invoice uncollectible, as a seller does in the dashboard. */
  async function writeOff() {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] }, { card: "4000000000000341" });
    await sub.advanceDays(14.1);
    const { stripe } = shop.ctx();
    const invoice = (await sub.atStripe()).latest_invoice as string;
    await stripe.invoices.markUncollectible(invoice);
    await sub.sync();
    expect((await sub.atStripe()).status).toBe("active");
    return { shop, sub, stripe, invoice };
  }

  it("writing off an invoice ends access, also after a rebuild, and the buyer can still pay it", async () => {
    const { shop, sub, stripe, invoice } = await writeOff();
    const isClosed = async () => {
      expect(await fetchAccess(sub)).toMatchObject({
        active: false,
        reason: "subscription_inactive",
      });
      expect(await listGrantsInForce(sub.userContext(), sub)).toEqual([]);
      expect((await runSweep(sub.userContext(), { pages: 50 })).sweep.drifted).toBe(0);
    };
    await isClosed();
    const latestStep = async () =>
      (await showSubscription(sub.userContext(), { id: sub.id })).timeline[0];
    expect(await latestStep()).toMatchObject({ code: "written_off" });
    expect((await listFeed(shop, { objectId: sub.id })).at(-1)).toMatchObject({
      data: { status: "active", writtenOffAt: expect.any(String) },
    });
    await deleteMirroredRows(shop, sub.userId);
    await runRebuild(shop);
    await isClosed();
    const { subscriptions } = await showBilling(sub.userContext(), sub);
    const { hosted_invoice_url: url } = await stripe.invoices.retrieve(invoice);
    expect(subscriptions).toMatchObject([
      {
        status: "active",
        notice: { code: "written_off" },
        openInvoice: { url, amountMinor: 900 },
        actions: ["cancel", "end"],
      },
    ]);

    await stripe.invoices.pay(invoice, { paid_out_of_band: true });
    await refreshBilling(sub.userContext());
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_active" });
    expect(await sub.mirrored()).toMatchObject({ writtenOffAt: null, pastDueSince: null });
    expect(await latestStep()).toMatchObject({ code: "payment_recovered" });
  });

  it("voiding a written-off invoice forgives it", async () => {
    const { sub, stripe, invoice } = await writeOff();
    await stripe.invoices.voidInvoice(invoice);
    await sub.sync();
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_active" });
  });

  it("after a written-off invoice, an unpaid renewal starts no new grace, and a paid one gives access", async () => {
    const { sub, stripe } = await writeOff();
    const { currentPeriodEnd } = await sub.mirrored();
    const toRenewal = Math.ceil((currentPeriodEnd! - sub.userContext().now) / SECOND + 60);
    await sub.advanceDays(toRenewal / (DAY / SECOND));
    expect((await fetchAccess(sub)).active).toBe(false);
    await sub.advanceDays(0.1);
    expect((await sub.mirrored()).status).toBe("past_due");
    expect((await fetchAccess(sub)).active).toBe(false);
    expect((await runSweep(sub.userContext(), { pages: 50 })).sweep.drifted).toBe(0);
    const latest = (await sub.atStripe()).latest_invoice as string;
    await stripe.invoices.pay(latest, { paid_out_of_band: true });
    await sub.sync();
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_active" });

    // The debt no longer counts: the next failure has a grace period again.
    await sub.advanceDays(31);
    expect(await fetchAccess(sub)).toMatchObject({
      active: true,
      reason: "subscription_past_due",
    });
  });
});

describe("dunning", () => {
  it("an overdue invoice that is paid outside Stripe leaves no payment to refund", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] }, { card: "4000000000000341" });
    await sub.advanceDays(14.1);
    const invoice = (await sub.atStripe()).latest_invoice as string;
    await shop.ctx().stripe.invoices.pay(invoice, { paid_out_of_band: true });
    await sub.sync();
    expect(await fetchAccess(sub)).toMatchObject({ active: true, reason: "subscription_active" });
    expect(await showSubscription(sub.userContext(), { id: sub.id })).toMatchObject({
      payment: null,
      isRefundable: false,
    });
  });

  it("a failed renewal keeps access for 14 days and shows the deadline; then access ends", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] }, { card: "4000000000000341" });
    await sub.advanceDays(14.1);
    const mirrored = await sub.mirrored();
    expect(mirrored.status).toBe("past_due");
    const [entry] = await showLibrary(sub.userContext(), { userId: sub.userId });
    const deadline = mirrored.pastDueSince! + 14 * DAY;
    expect(entry).toMatchObject({
      access: { active: true, reason: "subscription_past_due", until: deadline },
      notice: { code: "payment_failed", at: deadline },
    });
    await sub.advanceDays(14);
    expect((await fetchAccess(sub)).active).toBe(false);
  });

  it("another failed renewal meanwhile starts no new grace period: it stays 14 days from the first", async () => {
    const shop = openTestShop();
    const weekly = { ...trial, interval: "week", trialDays: 7 } as const;
    const sub = await subscribe(shop, { prices: [weekly] }, { card: "4000000000000341" });
    await sub.advanceDays(7.1);
    const { pastDueSince } = await sub.mirrored();
    await sub.advanceDays(7.1);
    expect(await sub.mirrored()).toMatchObject({ status: "past_due", pastDueSince });
    expect((await runSweep(sub.userContext(), { pages: 50 })).sweep.drifted).toBe(0);
    await sub.advanceDays(7.1);
    expect(await sub.mirrored()).toMatchObject({ status: "past_due", pastDueSince });
    expect((await fetchAccess(sub)).active).toBe(false);
  });
});
