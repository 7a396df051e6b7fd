import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { DAY } from "../lib/time.ts";
import { monthly, listAccessReasons } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe, type TestSubscription } from "../testing/fixtures/subscribe.ts";
import { savePolicy } from "../admin/settings/save-policy.ts";
import { policySettings } from "../access/policy-settings.ts";
import { pauseSubscription, resumeSubscription } from "./pause-subscription.ts";
import { previewResumption } from "./preview-resumption.ts";
import { scheduleCancellation } from "./schedule-cancellation.ts";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { showBilling } from "../shop/billing/show-billing.ts";

const FAILS_LATER = "4000000000000341";
const trial = { ...monthly, trialDays: 14 };

const pause = (sub: TestSubscription) => pauseSubscription(sub.userContext(), { id: sub.id });
const resume = (sub: TestSubscription) => resumeSubscription(sub.userContext(), { id: sub.id });

const billed = async (sub: TestSubscription) =>
  (await showBilling(sub.userContext(), { userId: sub.userId })).subscriptions[0]!;

const setCard = async (shop: TestShop, sub: TestSubscription, card: string) =>
  shop.control(`customers/${String((await sub.atStripe()).customer)}/card`, { card });

const amountsCharged = async (shop: TestShop) =>
  (await shop.ctx().stripe.charges.list()).data
    .filter(({ status }) => status === "succeeded")
    .map(({ amount }) => amount);

describe("pausing where the service stops", () => {
  it("pausing ends access at once, charges nothing for months, and credits the unused time", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribe(shop);
    await sub.advanceDays(10);
    expect(await billed(sub)).toMatchObject({ pauseStopsService: true });
    const emailsBefore = (await shop.emailsTo(sub.userId)).length;
    await pause(sub);
    const pausedEmails = (await shop.emailsTo(sub.userId)).slice(emailsBefore);
    expect(pausedEmails).toMatchObject([{ subject: expect.stringContaining("is paused") }]);
    expect((await sub.atStripe()).status).toBe("paused");
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_paused"]);
    await sub.advanceDays(90);
    expect(await amountsCharged(shop)).toEqual([900]);
    expect(await billed(sub)).toMatchObject({ next: { kind: "paused" }, notice: null });
    expect(await shop.emailsTo(sub.userId)).toHaveLength(emailsBefore + 1);

    const resumedAt = sub.userContext().now;
    const preview = await previewResumption(sub.userContext(), { id: sub.id });
    await resume(sub);
    const [resumption] = await amountsCharged(shop);
    expect(preview).toEqual({ dueNowMinor: resumption, currency: "usd" });
    expect(resumption).toBeGreaterThan(200);
    expect(resumption).toBeLessThan(400);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
    const { currentPeriodEnd, pausedAt } = await sub.mirrored();
    expect(currentPeriodEnd).toBeGreaterThan(resumedAt + 27 * DAY);
    expect(pausedAt).toBeNull();
  });

  it("pausing or resuming twice, also at the same moment, has one effect", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await Promise.all([pause(sub), pause(sub)]);
    await pause(sub);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_paused"]);
    await sub.advanceDays(40);
    await Promise.all([resume(sub), resume(sub)]);
    await resume(sub);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
    expect((await shop.ctx().stripe.invoices.list()).data).toHaveLength(2);
  });

  it("pausing stops only the collection if the policy lets access go on", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const before = await policySettings.read(shop.ctx());
    await savePolicy(shop.ctx(), { ...before, openWhilePaused: ["void"], buyersPause: "void" });
    try {
      await pause(sub);
    } finally {
      await savePolicy(shop.ctx(), before);
    }
    expect(await sub.atStripe()).toMatchObject({
      status: "active",
      pause_collection: { behavior: "void" },
    });
    const previewed = () => previewResumption(sub.userContext(), { id: sub.id });
    expect(await previewed()).toEqual({ dueNowMinor: 0, currency: "usd" });
    await sub.advanceDays(40);
    expect(await previewed()).toEqual({ dueNowMinor: 900, currency: "usd" });
    await resume(sub);
    expect(await amountsCharged(shop)).toEqual([900, 900]);
    await expect(previewed()).rejects.toMatchObject({ code: "subscription_not_changeable" });
  });

  it("pausing is refused during a trial and after a scheduled cancellation", async () => {
    const shop = openTestShop();
    const trialing = await subscribe(shop, { prices: [trial] });
    await expect(pauseSubscription(trialing.userContext(), trialing)).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
    const ending = await subscribe(shop);
    await scheduleCancellation(ending.userContext(), { id: ending.id });
    await expect(pauseSubscription(ending.userContext(), { id: ending.id })).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
  });
});

describe("resuming with a card that is declined", () => {
  it("a declined card keeps the pause with a link to pay, and a second click is no error", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await sub.advanceDays(20);
    await pause(sub);
    await setCard(shop, sub, FAILS_LATER);
    await sub.advanceDays(40);
    await expect(resume(sub)).rejects.toMatchObject({ code: "payment_failed" });
    expect(await sub.atStripe()).toMatchObject({ status: "paused" });
    const waiting = await billed(sub);
    expect(waiting).toMatchObject({
      notice: { code: "resumption_unpaid" },
      openInvoice: { url: expect.stringContaining("/invoices/") },
    });
    expect(waiting.actions).toEqual(["end"]);
    await resume(sub);
    const { stripe } = shop.ctx();
    const invoices = (await stripe.invoices.list()).data;
    expect(invoices.map(({ status }) => status)).toEqual(["open", "paid"]);
    expect(await amountsCharged(shop)).toEqual([900]);

    await setCard(shop, sub, "4242424242424242");
    await stripe.invoices.pay(invoices[0]!.id);
    await sub.sync();
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
    expect(await billed(sub)).toMatchObject({ notice: null, openInvoice: null });
  });

  it("a card error from Stripe is shown as a failed payment, too", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await pause(sub);
    await shop.control("faults", {
      match: "POST /v1/subscriptions/*/resume",
      times: 1,
      status: 402,
    });
    await expect(resume(sub)).rejects.toMatchObject({ code: "payment_failed" });
    await resume(sub);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
  });

  it("resuming can be tried again after Stripe has voided the invoice", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await sub.advanceDays(20);
    await pause(sub);
    const { stripe } = shop.ctx();
    // As somebody in Stripe's dashboard does it: nothing is charged, and the invoice is voided after 23 hours.
    await stripe.subscriptions.resume(sub.stripeSubscriptionId);
    await sub.sync();
    expect(await billed(sub)).toMatchObject({ notice: { code: "resumption_unpaid" } });
    await sub.advanceDays(1);
    expect(await billed(sub)).toMatchObject({ notice: null, actions: ["end", "resume"] });
    await resume(sub);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
  });
});

describe("subscriptions that the seller made or changed in Stripe's dashboard", () => {
  /** Replaces the subscription by one that was made in the dashboard, for the same price and card. */
  async function makeInDashboard(
    shop: TestShop,
    sub: TestSubscription,
    params: Partial<Stripe.SubscriptionCreateParams>,
  ): Promise<TestSubscription> {
    const { stripe } = shop.ctx();
    const before = await stripe.subscriptions.cancel(sub.stripeSubscriptionId);
    const { id } = await stripe.subscriptions.create({
      customer: before.customer as string,
      default_payment_method: before.default_payment_method as string,
      items: [{ price: before.items.data[0]!.price.id }],
      ...params,
    });
    await sub.sync();
    const row = (await listSubscriptions(shop.ctx(), { userId: sub.userId })).find(
      ({ stripeSubscriptionId }) => stripeSubscriptionId === id,
    )!;
    return {
      ...sub,
      id: row.id,
      stripeSubscriptionId: id,
      atStripe: () => stripe.subscriptions.retrieve(id),
    };
  }
  const actionsOf = async (sub: TestSubscription) =>
    (await showBilling(sub.userContext(), { userId: sub.userId })).subscriptions.find(
      ({ id }) => id === sub.id,
    )!.actions;

  it("in classic billing mode no pause of the service is offered, and a refusal says why", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    expect(await actionsOf(sub)).toContain("pause");
    const classic = await makeInDashboard(shop, sub, { billing_mode: { type: "classic" } });
    expect(await actionsOf(classic)).toEqual(["cancel", "end", "change_plan"]);
    await expect(pause(classic)).rejects.toMatchObject({
      code: "subscription_not_changeable",
      detail: expect.stringContaining("billing_mode"),
    });
  });

  it("paid by emailed invoices, no change of plan is offered, because nothing can be charged", async () => {
    const shop = openTestShop();
    const emailed = await makeInDashboard(shop, await subscribe(shop), {
      collection_method: "send_invoice",
      days_until_due: 30,
    });
    expect(await actionsOf(emailed)).toEqual(["cancel", "end", "pause"]);
  });

  it("with a schedule, canceling ends the schedule, and neither a pause nor a change is offered", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    const { id: schedule } = await stripe.subscriptionSchedules.create({
      from_subscription: sub.stripeSubscriptionId,
    });
    expect(await actionsOf(sub)).toEqual(["cancel", "end"]);
    expect(await showSubscription(shop.ctx(), sub)).toMatchObject({ hasSchedule: true });
    await expect(pause(sub)).rejects.toMatchObject({ code: "subscription_not_changeable" });
    await scheduleCancellation(sub.userContext(), { id: sub.id, feedback: "unused" });
    expect(await sub.atStripe()).toMatchObject({
      schedule: null,
      cancel_at_period_end: true,
      cancellation_details: { feedback: "unused" },
    });
    expect(await stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({
      status: "released",
    });
    expect(await actionsOf(sub)).toEqual(["keep", "end"]);
  });

  it("a schedule that ends the subscription cannot be undone by the buyer, so it is not offered", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    const { id } = await stripe.subscriptionSchedules.create({
      from_subscription: sub.stripeSubscriptionId,
    });
    await stripe.subscriptionSchedules.update(id, { end_behavior: "cancel" });
    await sub.sync();
    expect(await billed(sub)).toMatchObject({
      cancelAt: expect.any(Number),
      next: { kind: "ends" },
      actions: ["end"],
    });
  });
});

describe("a pause after a failed payment", () => {
  it("the pause can be ended for nothing once the period is paid that it began in", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await shop.control("settings", { pauseAfterFirstFailure: true, resumeAfterPayment: false });
    await setCard(shop, sub, FAILS_LATER);
    await sub.advanceDays(32);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_inactive"]);
    const { openInvoice, actions, notice } = await billed(sub);
    expect(openInvoice).toMatchObject({ amountMinor: 900 });
    expect([notice?.code, actions]).toEqual(["resumption_unpaid", ["end"]]);
    await setCard(shop, sub, "4242424242424242");
    const { stripe } = shop.ctx();
    const { latest_invoice: invoice } = await sub.atStripe();
    await stripe.invoices.pay(invoice as string);
    await sub.sync();
    expect((await billed(sub)).actions).toEqual(["end", "resume"]);
    const paidUntil = (await sub.mirrored()).currentPeriodEnd;
    await resume(sub);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
    expect(await amountsCharged(shop)).toEqual([900, 900]);
    expect((await sub.mirrored()).currentPeriodEnd).toBe(paidUntil);
  });

  it("the pause ends by itself once the invoice is paid, if the seller wants it so at Stripe", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await shop.control("settings", { afterRetries: "pause" });
    await setCard(shop, sub, FAILS_LATER);
    await sub.advanceDays(48);
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_inactive"]);
    const { latest_invoice: invoice } = await sub.atStripe();
    await shop.ctx().stripe.invoices.pay(invoice as string, { paid_out_of_band: true });
    await sub.sync();
    expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_active"]);
  });
});
