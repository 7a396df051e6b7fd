import { DAY } from "../../lib/time.ts";
import { writeCheckoutReminder } from "../kinds/checkout-reminder.ts";
import { writeAccountDeleted } from "../kinds/account-deleted.ts";
import { libraryEmails, type LibraryEmailKind } from "../kinds/library-emails.ts";
import type { LibraryFacts } from "../kinds/library-facts.ts";
import { writePriceChange, writePriceChangeCanceled } from "../kinds/price-change.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { writeSignInEmail } from "../../identity/sign-in/sign-in-email.ts";
import {
  exampleBill,
  exampleContract,
  exampleGift,
  exampleKey,
  exampleOrder,
  exampleOrderBill,
  examplePayment,
  examplePlanChange,
  exampleSeatChange,
  exampleSubscription,
} from "./example-facts.ts";
import type { EmailExample } from "./example-names.ts";

type WriteExample = (context: EmailContext, now: number) => EmailContent | null;

/** Writes an email with example data. */
export function writeExample(
  context: EmailContext,
  example: EmailExample,
  now: number,
): EmailContent {
  const content = examples[example](context, now);
  if (!content) throw new Error(`The example ${example} is about nothing`);
  return content;
}

const examples: Record<EmailExample, WriteExample> = {
  sign_in: (context) =>
    writeSignInEmail(context, { url: `${context.shop.origin}/verify-request`, minutes: 15 }),
  price_change: (context, now) => {
    const entry = exampleSubscription(now);
    const newPrice = { ...entry.price!, amountMinor: 1200 };
    const change = { newPrice, renewsAt: entry.renewsAt, notBefore: now };
    return writePriceChange(context, { entry, change });
  },
  price_change_canceled: (context, now) =>
    writePriceChangeCanceled(context, { entry: exampleSubscription(now) }),
  order: of("purchase", (now) => ({
    entry: exampleOrder(now),
    bill: exampleOrderBill(now),
    contract: exampleContract(now, "content"),
  })),
  subscription: of("purchase", (now) => ({
    entry: exampleSubscription(now),
    bill: exampleBill(now),
    contract: exampleContract(now, "service"),
  })),
  free_trial: of("purchase", (now) => ({
    entry: withAccess(exampleSubscription(now), { reason: "subscription_trialing" }),
  })),
  gift: of("purchase", (now) => ({ entry: exampleGift(now) })),
  renewal_failed: of("payment_failed", (now) => ({ entry: pastDue(now, "payment_failed") })),
  confirmation_required: of("payment_failed", (now) => ({
    entry: pastDue(now, "confirmation_required"),
  })),
  invoice_overdue: of("payment_failed", (now) => ({ entry: pastDue(now, "invoice_overdue") })),
  order_failed: of("payment_failed", (now) => ({
    entry: withAccess(exampleOrder(now), { active: false, reason: "order_failed" }),
  })),
  trial_ending: of("ending_soon", (now) => ({
    entry: {
      ...withAccess(exampleSubscription(now), { reason: "subscription_trialing" }),
      renewsAt: now + 7 * DAY,
    },
  })),
  subscription_ending: of("ending_soon", (now) => ({ entry: canceling(now, now + 3 * DAY) })),
  gift_ending: of("ending_soon", (now) => ({
    entry: withAccess(exampleGift(now), { until: now + 3 * DAY }),
  })),
  subscription_ended: of("access_ended", (now) => ({
    entry: withAccess(exampleSubscription(now), { active: false, reason: "subscription_ended" }),
  })),
  order_refunded: of("access_ended", (now) => ({
    entry: withAccess(exampleOrder(now), { active: false, reason: "order_refunded" }),
  })),
  gift_ended: of("access_ended", (now) => ({
    entry: withAccess(exampleGift(now), { active: false, reason: "gift_ended", until: now }),
  })),
  partial_refund: of("refunded", (now) => ({
    entry: exampleOrder(now),
    refund: {
      amountMinor: 900,
      currency: "usd",
      paidMinor: 2900,
      refundedMinor: 900,
      paidAt: now - 3 * DAY,
      invoiceNumber: "EXAMPLE-0001",
      productNames: [],
    },
  })),
  duplicate_refunded: of("refunded_duplicate", (now) => ({
    entry: { ...exampleOrder(now), notice: { code: "refunded_duplicate", at: now } },
  })),
  duplicate_trial: of("refunded_duplicate", (now) => ({
    entry: { ...exampleSubscription(now), notice: { code: "canceled_duplicate", at: now } },
  })),
  refund_failed: of("refund_failed", (now) => ({
    entry: exampleOrder(now),
    failedRefund: { amountMinor: 2900, currency: "usd", isRetried: false },
  })),
  cancellation: of("cancellation", (now) => {
    const cancelAt = now + 30 * DAY;
    return {
      entry: canceling(now, cancelAt),
      subscription: { status: "active", cancelAt, endedAt: null },
    };
  }),
  cancellation_undone: of("cancellation_undone", (now) => ({
    entry: exampleSubscription(now),
    subscription: { status: "active", cancelAt: null, endedAt: null },
  })),
  plan_changed: of("plan_changed", (now) => ({
    entry: exampleSubscription(now),
    planChange: examplePlanChange,
  })),
  seats_changed: of("plan_changed", (now) => {
    const entry = exampleSubscription(now);
    const price = entry.price && { ...entry.price, amountMinor: 2700 };
    return { entry: { ...entry, quantity: 3, price }, planChange: exampleSeatChange };
  }),
  renewal_paid: of("payment", (now) => ({
    entry: exampleSubscription(now),
    payment: examplePayment(now, "renewal"),
  })),
  trial_paid: of("payment", (now) => ({
    entry: exampleSubscription(now),
    payment: examplePayment(now, "trial_ended"),
  })),
  pause_paid: of("payment", (now) => ({
    entry: exampleSubscription(now),
    payment: examplePayment(now, "pause_ended"),
  })),
  pause_started: of("pause", (now) => ({
    entry: withAccess(exampleSubscription(now), { active: false, reason: "subscription_paused" }),
    pause: "started",
  })),
  pause_ended: of("pause", (now) => ({ entry: exampleSubscription(now), pause: "ended" })),
  offer_taken: of("offer_taken", (now) => ({
    entry: exampleSubscription(now),
    offer: { kind: "percent", percentOff: 20, amountOffMinor: null, currency: null, months: 3 },
  })),
  keys_arrived: of("keys_arrived", (now) => ({
    entry: { ...exampleOrder(now), benefits: [exampleKey] },
  })),
  payment_request: of("payment_request", (now) => ({
    entry: pastDue(now, "payment_failed"),
    invoiceUrl: "https://invoice.stripe.com/example",
  })),
  card_request: of("payment_request", (now) => ({ entry: exampleSubscription(now) })),
  checkout_reminder: (context, now) => {
    const { product, price } = exampleOrder(now);
    const url = `${context.shop.origin}/p/example`;
    return writeCheckoutReminder(context, { productName: product.name, price, url });
  },
  renewal_notice: of("renewal_notice", (now) => ({ entry: exampleSubscription(now) })),
  trial_refused: of("trial_refused", (now) => ({
    entry: {
      ...withAccess(exampleSubscription(now), { active: false, reason: "subscription_ended" }),
      notice: { code: "trial_refused_user", at: now },
    },
  })),
  account_deleted: (context) =>
    writeAccountDeleted(context, {
      canceledProducts: ["Example Membership"],
      hasPurchases: true,
    }),
};

/** An example about a purchase or a gift. */
function of(
  kind: LibraryEmailKind,
  factsAt: (now: number) => Pick<LibraryFacts, "entry"> & Partial<LibraryFacts>,
): WriteExample {
  return (context, now) =>
    libraryEmails[kind](context, {
      remaining: [],
      bill: null,
      contract: null,
      failedRefund: null,
      refund: null,
      planChange: null,
      payment: null,
      pause: null,
      offer: null,
      subscription: null,
      isAfterTrial: false,
      invoiceUrl: null,
      ...factsAt(now),
    });
}

function pastDue(
  now: number,
  code: NonNullable<LibraryFacts["entry"]["notice"]>["code"],
): LibraryFacts["entry"] {
  const entry = withAccess(exampleSubscription(now), { reason: "subscription_past_due" });
  return { ...entry, notice: { code, at: now + 14 * DAY } };
}

function withAccess(
  entry: LibraryFacts["entry"],
  change: Partial<LibraryFacts["entry"]["access"]>,
): LibraryFacts["entry"] {
  return { ...entry, access: { ...entry.access, ...change } };
}

function canceling(now: number, until: number): LibraryFacts["entry"] {
  const entry = withAccess(exampleSubscription(now), { reason: "subscription_canceling", until });
  return { ...entry, renewsAt: null };
}
