import { describe, expect, it } from "vitest";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { commit } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { createGift } from "../../gifts/create-gift.ts";
import type { StatementRow } from "../../law/statements/store.ts";
import { DAY, HOUR, SECOND, toUtcDay } from "../../lib/time.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { deletePayments, listPaymentsOfCustomer } from "../../purchases/payments/store.ts";
import { replacePacks } from "../../purchases/payments/store-packs.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { saveConsentSettings } from "../../settings/consent-settings.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { listAccessReasons, monthly } from "../../testing/fixtures/purchases.ts";
import { processStatement } from "../../statements/process-statement.ts";
import { createStatement } from "../../testing/fixtures/statements.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import type { NewProduct } from "../products/schema.ts";
import { refundOrder } from "../orders/refund-order.ts";
import { assignContract, decideStatement } from "./decide-statement.ts";
import { showStatement } from "./show-statement.ts";

const content = { type: "download", name: "The book", settings: {} } as const;
const service = { type: "feature", name: "Exports", settings: {} } as const;

/** A member of the team, and what they see and do of one statement. */
async function openStatement(shop: TestShop, values: Partial<StatementRow>) {
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  const { db } = shop.ctx();
  const id = await createStatement(db, values);
  await commit(db, recordEvents(shop.ctx(), { statementId: id }));
  const show = () => showStatement(team, { id });
  const accept = async (amountMinor: number | null, end = false, note = "") => {
    const { payments = [] } = (await show()).contractDetails ?? {};
    const based = payments.map(({ id, refundedMinor }) => ({ id, refundedMinor }));
    const refund =
      amountMinor === null
        ? null
        : {
            amountMinor,
            payments: based.length > 0 ? based : [{ id: "pi_unknown", refundedMinor: 0 }],
          };
    await decideStatement(team, { id, decision: "accept", refund, end, note });
  };
  return {
    id,
    team,
    show,
    accept,
    refuse: (note: string) => decideStatement(team, { id, decision: "refuse", note }),
    events: async () => {
      const { results } = await shop.env.DB.prepare(
        "SELECT type FROM feed_events WHERE object_id = ? ORDER BY sequence",
      )
        .bind(id)
        .all<{ type: string }>();
      return results.map(({ type }) => type);
    },
    logged: async () =>
      (await listAuditEntries(team, { targetId: id })).items.map(({ action }) => action),
  };
}

/** Buys a new product in Germany. */
async function buy(shop: TestShop, product: Partial<NewProduct>, quantity?: number) {
  const sold = await shop.createPublishedProduct(product);
  const userId = await shop.createUser();
  const priceId = sold.prices[0]!.id;
  const checkout = await openCheckout(shop.asUser(userId), { priceId, quantity });
  await shop.pay(checkout.url, undefined, { country: "DE" });
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  return userId;
}

/** A withdrawal from a new order. */
async function openWithdrawal(shop: TestShop, product: Partial<NewProduct>) {
  const userId = await buy(shop, product);
  const [order] = await listOrders(shop.ctx(), { userId });
  const statement = await openStatement(shop, { userId, orderId: order!.id });
  const refunds = async () =>
    (await shop.ctx().stripe.refunds.list({ payment_intent: order!.stripePaymentIntentId! })).data;
  return { ...statement, userId, order: order!, refunds };
}

/** A statement about a new subscription. */
async function openAboutSubscription(
  shop: TestShop,
  values: Partial<StatementRow> = {},
  price: NonNullable<NewProduct["prices"]>[number] = monthly,
  quantity?: number,
) {
  const userId = await buy(shop, { prices: [price], benefits: [service] }, quantity);
  const mirrored = async () => (await listSubscriptions(shop.ctx(), { userId }))[0]!;
  const { id: subscriptionId } = await mirrored();
  const statement = await openStatement(shop, { userId, subscriptionId, ...values });
  return { ...statement, subscriptionId, mirrored };
}

describe("a consent at the checkout", () => {
  it("content is not refunded if its consent was confirmed by email, and is if it was not", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await shop.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
    await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
    const propose = async ({ show }: Awaited<ReturnType<typeof openWithdrawal>>) =>
      (await show()).proposal?.why;
    const statement = await openWithdrawal(shop, { benefits: [content] });
    await shop.emailsTo(statement.userId);
    expect(await propose(statement)).toContain("content_waived");
    const silent = openTestShop();
    await silent.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
    expect(await propose(await openWithdrawal(silent, { benefits: [content] }))).toEqual(
      expect.not.arrayContaining(["content_waived"]),
    );
    await saveConsentSettings(shop.ctx(), { ask: "none", text: null });
  });
});

describe("an accepted withdrawal", () => {
  it("an accepted withdrawal refunds an order, ends its access, and is audited", async () => {
    const shop = openTestShop();
    const withdrawal = await openWithdrawal(shop, { benefits: [content] });
    expect(await withdrawal.show()).toMatchObject({
      state: "open",
      contractDetails: { type: "order", paidMinor: 2900, benefits: [{ kind: "content" }] },
      // No email about the waiver was sent.
      proposal: { inTime: true, proposal: "full", amountMinor: 2900 },
    });
    await withdrawal.accept(2900, false, "Sorry to see you go.");
    expect(await withdrawal.show()).toMatchObject({
      state: "accepted",
      refundMinor: 2900,
      currency: "usd",
      note: "Sorry to see you go.",
      decider: "A Buyer",
      contractDetails: { refundedMinor: 2900, refusal: "refunded" },
    });
    expect(await listAccessReasons(shop, withdrawal.userId)).toEqual(["order_refunded"]);
    expect(await withdrawal.logged()).toEqual(["statement.accepted"]);
    expect(await withdrawal.events()).toEqual(["statement.received", "statement.accepted"]);
  });

  it("a withdrawal accepted without a refund changes nothing at Stripe", async () => {
    const shop = openTestShop();
    const withdrawal = await openWithdrawal(shop, { benefits: [content] });
    await withdrawal.accept(null);
    expect(await withdrawal.show()).toMatchObject({ state: "accepted", refundMinor: null });
    expect(await withdrawal.refunds()).toEqual([]);
    expect(await listAccessReasons(shop, withdrawal.userId)).toEqual(["order_paid"]);
  });

  it("the contract names the kind of each part, and the team may refund less", async () => {
    const withdrawal = await openWithdrawal(openTestShop(), { benefits: [content, service] });
    const { contractDetails, proposal } = await withdrawal.show();
    expect(contractDetails!.benefits.map(({ kind }) => kind).toSorted()).toEqual([
      "content",
      "service",
    ]);
    expect(proposal!.why).toContain("mixed");
    await withdrawal.accept(1000);
    expect((await withdrawal.refunds()).map(({ amount }) => amount)).toEqual([1000]);
  });

  it("only what is left is refunded after a partial refund", async () => {
    const withdrawal = await openWithdrawal(openTestShop(), { benefits: [content] });
    const { team, order } = withdrawal;
    const reason = "requested_by_customer";
    await refundOrder(team, { id: order.id, refundedMinor: 0, amountMinor: 900, reason });
    const { proposal } = await withdrawal.show();
    expect(proposal).toMatchObject({ proposal: "full", amountMinor: 2000 });
    await expect(withdrawal.accept(2001)).rejects.toMatchObject({ code: "invalid_input" });
    await withdrawal.accept(2000);
    expect((await withdrawal.refunds()).map(({ amount }) => amount)).toEqual([2000, 900]);
  });

  it("two presses at once refund once, and are audited once", async () => {
    const withdrawal = await openWithdrawal(openTestShop(), { benefits: [content] });
    await Promise.all([withdrawal.accept(2900), withdrawal.accept(2900)]);
    await withdrawal.accept(2900);
    expect(await withdrawal.refunds()).toHaveLength(1);
    expect(await withdrawal.logged()).toEqual(["statement.accepted"]);
  });

  it("the statement stays open if Stripe refuses the refund, until it is repeated", async () => {
    const shop = openTestShop();
    const withdrawal = await openWithdrawal(shop, { benefits: [content] });
    await shop.control("faults", { match: "POST /v1/refunds", times: 3, status: 500 });
    await expect(withdrawal.accept(2900)).rejects.toMatchObject({ code: "stripe_unavailable" });
    expect(await withdrawal.show()).toMatchObject({ state: "open", refundMinor: null });
    await shop.control("faults", { match: "POST /v1/refunds", times: 0, status: 500 });
    await withdrawal.accept(2900);
    expect((await withdrawal.show()).state).toBe("accepted");
  });

  it("a disputed payment is not refunded, and the proposal leaves it to the team", async () => {
    const shop = openTestShop();
    const withdrawal = await openWithdrawal(shop, { benefits: [content] });
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    await shop.control("disputes", { charge: charge!.id });
    const { customerId } = withdrawal.order;
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await withdrawal.show()).toMatchObject({
      proposal: { proposal: "ask", amountMinor: 0 },
      contractDetails: { refusal: "disputed" },
    });
    await expect(withdrawal.accept(2900)).rejects.toMatchObject({ code: "payment_disputed" });
    expect((await withdrawal.show()).state).toBe("open");
  });

  it("all seats of a subscription are refunded", async () => {
    const shop = openTestShop();
    const price = { ...monthly, model: "per_seat" } as const;
    const withdrawal = await openAboutSubscription(shop, {}, price, 3);
    expect(await withdrawal.show()).toMatchObject({
      contractDetails: { quantity: 3, paidMinor: 2700 },
      proposal: { proposal: "full", amountMinor: 2700 },
    });
    await withdrawal.accept(2700);
    expect((await withdrawal.show()).contractDetails).toMatchObject({ refundedMinor: 2700 });
  });

  it("every payment of a subscription is refunded, and a decision that failed halfway is repeated", async () => {
    const shop = openTestShop();
    const withdrawal = await openAboutSubscription(shop);
    await shop.control("clock", { advanceSeconds: (32 * DAY) / SECOND });
    const { customerId } = await withdrawal.mirrored();
    const later = shop.ctx(undefined, Date.now() + 32 * DAY);
    await syncStripeCustomer(later, { customerId, force: true });
    const { proposal, contractDetails } = await withdrawal.show();
    expect(contractDetails!.payments.map(({ paidMinor }) => paidMinor)).toEqual([900, 900]);
    expect(proposal).toMatchObject({ proposal: "full", amountMinor: 1800 });
    expect(proposal!.why).toContain("several_payments");
    const refund = {
      amountMinor: 1500,
      payments: contractDetails!.payments.map(({ id }) => ({ id, refundedMinor: 0 })),
    };
    const decide = () =>
      decideStatement(withdrawal.team, {
        id: withdrawal.id,
        decision: "accept",
        refund,
        end: false,
        note: "",
      });
    // The newest payment is refunded, and then Stripe is down.
    const [newest, oldest] = contractDetails!.payments;
    const fault = { match: `GET /v1/payment_intents/${oldest!.id}`, status: 500 };
    await shop.control("faults", { ...fault, times: 9 });
    await expect(decide()).rejects.toMatchObject({ statusCode: 500 });
    expect((await withdrawal.show()).state).toBe("open");
    await shop.control("faults", { ...fault, times: 0 });
    await decide();
    const { contractDetails: after, ...decided } = await withdrawal.show();
    expect(decided).toMatchObject({ state: "accepted", refundMinor: 1500 });
    expect(after!.payments).toMatchObject([
      { id: newest!.id, refundedMinor: 900 },
      { id: oldest!.id, refundedMinor: 600 },
    ]);
    expect(await withdrawal.mirrored()).toMatchObject({ status: "canceled" });
  });

  it("a payment that was packed away is refunded, too", async () => {
    const shop = openTestShop();
    const withdrawal = await openAboutSubscription(shop);
    const { customerId } = await withdrawal.mirrored();
    const { db } = shop.ctx();
    const after = await listPaymentsOfCustomer(db, customerId);
    const ids = after.map(({ stripeChargeId }) => stripeChargeId);
    const pack = { mode: "test" as const, customerId, before: [], after };
    await commit(db, [...replacePacks([pack]), deletePayments(db, "test", ids)]);
    expect(await withdrawal.show()).toMatchObject({
      contractDetails: { paidMinor: 900, country: "DE" },
      proposal: { amountMinor: 900 },
    });
    await withdrawal.accept(900);
    expect((await withdrawal.show()).contractDetails).toMatchObject({ refundedMinor: 900 });
  });

  it("a withdrawn subscription is canceled at once, with a refund and without", async () => {
    const shop = openTestShop();
    const [refunded, kept] = [await openAboutSubscription(shop), await openAboutSubscription(shop)];
    await refunded.accept(600);
    await kept.accept(null);
    expect((await refunded.show()).refundMinor).toBe(600);
    expect((await kept.show()).refundMinor).toBeNull();
    for (const { mirrored } of [refunded, kept])
      expect(await mirrored()).toMatchObject({ status: "canceled" });
    expect((await refunded.show()).contractDetails!.refundedMinor).toBe(600);
    expect((await kept.show()).contractDetails!.refundedMinor).toBe(0);
  });

  it("a withdrawal from a gift has no contract, and the gift stays", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const product = await shop.createPublishedProduct({});
    await createGift(shop.ctx(), { userId, productId: product.id, note: "A thank you" });
    const withdrawal = await openStatement(shop, { userId });
    expect(await withdrawal.show()).toMatchObject({ contractDetails: null, proposal: null });
    await withdrawal.accept(null);
    expect(await listAccessReasons(shop, userId)).toEqual(["gift"]);
  });
});

describe("a statement about an unknown contract", () => {
  it("a statement that is assigned to an order by hand is decided like any other", async () => {
    const shop = openTestShop();
    const { order, userId } = await openWithdrawal(shop, { benefits: [content] });
    const unknown = await openStatement(shop, { receivedAt: Date.now() + DAY });
    const { id, team } = unknown;
    await expect(unknown.accept(2900)).rejects.toMatchObject({ code: "invalid_input" });
    await assignContract(team, { id, orderId: order.id });
    expect(await unknown.show()).toMatchObject({
      userId,
      orderId: order.id,
      proposal: { amountMinor: 2900 },
    });
    await unknown.accept(2900);
    expect((await unknown.show()).state).toBe("accepted");
    expect((await unknown.logged()).toSorted()).toEqual([
      "statement.accepted",
      "statement.assigned",
    ]);
  });

  it("a decided statement stays with the subscription that it was assigned to", async () => {
    const shop = openTestShop();
    const { subscriptionId } = await openAboutSubscription(shop);
    const other = await openAboutSubscription(shop);
    const unknown = await openStatement(shop, { kind: "cancellation", cause: "for_cause" });
    const { id, team } = unknown;
    await assignContract(team, { id, subscriptionId });
    await unknown.refuse("The contract has no such clause.");
    await assignContract(team, { id, subscriptionId: other.subscriptionId });
    expect((await unknown.show()).subscriptionId).toBe(subscriptionId);
    expect((await unknown.logged()).toSorted()).toEqual([
      "statement.assigned",
      "statement.refused",
    ]);
  });

  it("an order that does not exist is not found", async () => {
    const { id, team } = await openStatement(openTestShop(), {});
    const orderId = `ord_${"0".repeat(26)}`;
    await expect(assignContract(team, { id, orderId })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the email about a decision", () => {
  const email = () => `${crypto.randomUUID()}@example.com`;

  it("the email goes once to the address that was typed, with the refund and the message", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { order, userId } = await openWithdrawal(shop, { benefits: [content] });
    const address = email();
    const typed = await openStatement(shop, { userId, orderId: order.id, email: address });
    await typed.accept(1000, false, "Thank you for trying it.");
    await typed.accept(1000);
    await processStatement(shop.ctx(), typed);
    const [mail, ...others] = await shop.emailsToAddress(address);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe("We have accepted your withdrawal");
    expect(mail!.text).toContain("We refunded $10.00 of the $29.00 that you paid.");
    expect(mail!.text).toContain("Thank you for trying it.");
    expect(mail!.text).not.toContain("The field guide");
  });

  it.each([
    ["withdrawal", "de", "Wir können Ihren Widerruf nicht annehmen"],
    ["cancellation", "fr", "Nous ne pouvons pas accepter votre résiliation"],
  ] as const)("a refused %s is written in its language, %s", async (kind, locale, subject) => {
    const shop = openTestShop({ hasEmailSender: true });
    const address = email();
    const statement = await openStatement(shop, { kind, locale, email: address });
    await statement.refuse("Es gab keinen Vertrag.");
    const [mail] = await shop.emailsToAddress(address);
    expect(mail!.subject).toBe(subject);
    expect(mail!.text).toContain("Es gab keinen Vertrag.");
  });

  it("the email waits while the sender is down, and is sent when the statement is due again", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const address = email();
    const statement = await openStatement(shop, { email: address });
    await shop.control("faults", { match: "POST /mail/emails", times: 1, status: 503 });
    await statement.refuse("There was no contract.");
    expect(await shop.emailsToAddress(address)).toEqual([]);
    expect((await statement.show()).decisionSentAt).toBeNull();
    await processStatement(shop.ctx(undefined, Date.now() + HOUR), statement);
    expect(await shop.emailsToAddress(address)).toHaveLength(1);
    expect((await statement.show()).decisionSentAt).not.toBeNull();
  });
});

describe("a cancellation", () => {
  it.each([
    [false, { status: "active", cancelAt: expect.any(Number) }],
    [true, { status: "canceled" }],
  ])(
    "a cancellation accepted with end: %s cancels the subscription as chosen",
    async (end, expected) => {
      const cancellation = await openAboutSubscription(openTestShop(), {
        kind: "cancellation",
        cause: "for_cause",
      });
      expect(await cancellation.show()).toMatchObject({
        proposal: null,
        contractDetails: { actions: ["cancel", "end"] },
      });
      await cancellation.accept(null, end);
      expect(await cancellation.mirrored()).toMatchObject(expected);
      expect(await cancellation.logged()).toEqual(["statement.accepted"]);
    },
  );

  it("an accepted cancellation takes effect on the day that the buyer wished, and the email names it", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const email = `${crypto.randomUUID()}@example.com`;
    const wished = Date.now() + 100 * DAY;
    const cancellation = await openAboutSubscription(shop, {
      kind: "cancellation",
      cause: "for_cause",
      wishedEnd: toUtcDay(wished),
      email,
    });
    const { cancellationEnd } = (await cancellation.show()).contractDetails!;
    expect(cancellationEnd).toBeGreaterThan(wished - DAY);
    expect(cancellationEnd).toBeLessThan(wished + 32 * DAY);
    await cancellation.accept(null);
    expect(await cancellation.mirrored()).toMatchObject({ cancelAt: cancellationEnd });
    const [mail] = await shop.emailsToAddress(email);
    const end = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    expect(mail!.text).toContain(`Ends on: ${end.format(cancellationEnd!)}`);
  });

  it("a refused cancellation leaves the subscription as it is, and is final", async () => {
    const cancellation = await openAboutSubscription(openTestShop(), {
      kind: "cancellation",
      cause: "for_cause",
    });
    await cancellation.refuse("No cause was given.");
    await cancellation.accept(null, true);
    expect(await cancellation.show()).toMatchObject({
      state: "refused",
      note: "No cause was given.",
    });
    expect(await cancellation.mirrored()).toMatchObject({ status: "active", cancelAt: null });
    expect(await cancellation.logged()).toEqual(["statement.refused"]);
  });

  it("a cancellation refunds nothing", async () => {
    const cancellation = await openAboutSubscription(openTestShop(), {
      kind: "cancellation",
      cause: "ordinary",
    });
    await expect(cancellation.accept(900)).rejects.toMatchObject({ code: "invalid_input" });
    expect((await cancellation.show()).state).toBe("open");
  });
});
