import { setupI18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import { describeStanding, type StandingFacts } from "./standing.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const march = Date.UTC(2026, 2, 3, 12);
type Entry = StandingFacts["entries"][number];
type Checkout = StandingFacts["checkouts"][number];
type Attempt = Checkout["attempts"][number];

const nothing: StandingFacts = {
  user: { status: "active", mergedInto: null },
  entries: [],
  checkouts: [],
  accountsWithSameEmail: [],
  payersWithSameEmail: [],
  hasPurchasesInOtherMode: false,
  mode: "live",
};

const say = (facts: Partial<StandingFacts>) => describeStanding(i18n, { ...nothing, ...facts });

function entry(
  reason: Entry["access"]["reason"],
  overrides: Partial<Entry> & { name?: string; active?: boolean; until?: number | null } = {},
): Entry {
  const { name = "Handbook", active = false, until = null, ...more } = overrides;
  return {
    product: { id: name, slug: name, name } as Entry["product"],
    access: { reason, active, since: march, until },
    isKeptByOutageMode: false,
    grants: [],
    ...more,
  };
}

const attempt = (declineCode: string | null, more: Partial<Attempt> = {}): Attempt => ({
  id: "ch_1",
  stripePath: "payments/pi_1",
  code: "card_declined",
  declineCode,
  isBlocked: false,
  message: "Your card was declined.",
  card: null,
  amountMinor: 900,
  currency: "usd",
  at: march,
  url: "https://dashboard.stripe.com/payments/pi_1",
  ...more,
});

const checkout = (
  outcome: Checkout["outcome"],
  attempts: Attempt[] = [],
  name = "Handbook",
): Checkout => ({ product: { id: name, name }, outcome, attempts, createdAt: march });

describe("the sentence about what blocks access", () => {
  test.each<[string, Partial<StandingFacts>, string]>([
    ["never bought", {}, "No purchases or gifts."],
    [
      "a deleted account",
      { user: { status: "deleted", mergedInto: null } },
      "No access: this account was deleted.",
    ],
    [
      "a merged account",
      { user: { status: "deleted", mergedInto: "usr_1" } },
      "No access: this account was merged into another one, which now has all purchases.",
    ],
    [
      "a disabled account that has everything",
      {
        user: { status: "disabled", mergedInto: null },
        entries: [entry("order_paid", { active: true })],
      },
      "No access: this account is disabled, so nobody can sign in to it.",
    ],
    [
      "paid and not synced yet",
      { checkouts: [checkout("missed")] },
      "They paid for Handbook, but the payment hasn’t synced from Stripe yet.",
    ],
    [
      "a bank that has not answered",
      { checkouts: [checkout("processing")] },
      "They ordered Handbook, but their bank hasn’t confirmed the payment yet.",
    ],
    [
      "a debit that failed",
      { checkouts: [checkout("failed")], entries: [entry("order_failed")] },
      "They ordered Handbook on March 3, 2026, but their bank later rejected the payment. Nothing was charged.",
    ],
    [
      "a trial that did not start",
      { checkouts: [checkout("trial_refused")] },
      "The free trial of Handbook didn’t start because they or their card already had one. Nothing was charged.",
    ],
    [
      "a declined payment",
      { checkouts: [checkout("declined", [attempt("insufficient_funds")])] },
      "The payment for Handbook was declined on March 3, 2026. Nothing was charged. The card has insufficient funds.",
    ],
    [
      "several declined payments with a code that only Stripe knows",
      {
        checkouts: [
          checkout("declined", [attempt("brand_new_code"), attempt("insufficient_funds")]),
        ],
      },
      "The payment for Handbook was declined 2 times, last on March 3, 2026. Nothing was charged. The bank gave no reason.",
    ],
    [
      "a payment that Stripe’s fraud check stopped",
      { checkouts: [checkout("declined", [attempt("new_risk", { isBlocked: true, code: null })])] },
      "The payment for Handbook was declined on March 3, 2026. Nothing was charged. Stripe blocked the payment as a fraud risk before it reached the bank.",
    ],
    [
      "a payment without any known code",
      { checkouts: [checkout("declined", [attempt(null, { code: "odd", message: "Odd." })])] },
      "The payment for Handbook was declined on March 3, 2026. Nothing was charged. Stripe says: “Odd.”",
    ],
    [
      "a payment that the buyer has to confirm",
      { checkouts: [checkout("needs_action")] },
      "They tried to pay for Handbook, but haven’t confirmed the payment with their bank (3D Secure). Nothing was charged.",
    ],
    [
      "an open checkout",
      { checkouts: [checkout("open")] },
      "They opened the checkout for Handbook on March 3, 2026 and haven’t tried to pay.",
    ],
    [
      "an abandoned checkout",
      { checkouts: [checkout("abandoned")] },
      "They left the checkout for Handbook on March 3, 2026 without trying to pay. Nothing was charged.",
    ],
    [
      "a refund",
      { entries: [entry("order_refunded")] },
      "Handbook was fully refunded. Access has ended.",
    ],
    [
      "a dispute of an order",
      { entries: [entry("order_disputed")] },
      "Access to Handbook is suspended: the payment is disputed.",
    ],
    [
      "a dispute of a subscription",
      { entries: [entry("subscription_disputed")] },
      "Access to Handbook is suspended: a payment is disputed.",
    ],
    [
      "a failed renewal after the grace period",
      { entries: [entry("subscription_past_due")] },
      "They can’t access Handbook: the last payment failed, and the grace period is over.",
    ],
    [
      "a subscription that was canceled and has ended",
      { entries: [entry("subscription_ended", { until: march })] },
      "Access to Handbook ended on March 3, 2026.",
    ],
    [
      "a pause",
      { entries: [entry("subscription_paused")] },
      "They can’t access Handbook: the subscription is paused.",
    ],
    [
      "an unpaid subscription",
      { entries: [entry("subscription_inactive")] },
      "They can’t access Handbook: an invoice is unpaid.",
    ],
    [
      "a renewal that Stripe has not confirmed",
      { entries: [entry("subscription_lapsed")] },
      "They can’t access Handbook: the paid period is over, and Stripe hasn’t confirmed the renewal.",
    ],
    ["a revoked gift", { entries: [entry("gift_revoked")] }, "The gift of Handbook was revoked."],
    [
      "an order that is closed because the customer was deleted at Stripe",
      { entries: [entry("order_closed")] },
      "Access to Handbook ended because the customer was deleted in Stripe.",
    ],
    [
      "purchases of another account with the same email",
      { accountsWithSameEmail: [{ hasPurchases: false }, { hasPurchases: true }] },
      "This account has no purchases, but another account with the same email address does.",
    ],
    [
      "a Stripe customer with the same email that belongs to nobody here",
      { payersWithSameEmail: [{ userId: null }] },
      "This account has no purchases, but a Stripe customer with the same email address paid for something outside this shop.",
    ],
    [
      "a Stripe customer with the same email of another account",
      { payersWithSameEmail: [{ userId: "usr_1" }] },
      "This account has no purchases, but another account’s Stripe customer has the same email address.",
    ],
    [
      "purchases in test mode only",
      { hasPurchasesInOtherMode: true },
      "No purchases in live mode, only in test mode.",
    ],
    [
      "purchases in live mode, seen in test mode",
      { hasPurchasesInOtherMode: true, mode: "test" },
      "No purchases in test mode, only in live mode. This shop is now in test mode.",
    ],
    [
      "everything open",
      {
        entries: [
          entry("order_paid", { active: true }),
          entry("subscription_active", { active: true, name: "Membership" }),
        ],
      },
      "They have access to Handbook and Membership.",
    ],
    [
      "license keys that are missing",
      {
        entries: [
          entry("order_paid", {
            active: true,
            grants: [{ waitingFor: "seller_keys", isInForce: true }],
          }),
        ],
      },
      "They have access to Handbook, but are waiting for a license key.",
    ],
    [
      "a name that is missing",
      {
        entries: [
          entry("order_paid", {
            active: true,
            grants: [{ waitingFor: "buyer_name", isInForce: true }],
          }),
        ],
      },
      "They have access to Handbook, but haven’t entered the licensee name yet.",
    ],
    [
      "access that outage mode holds open",
      { entries: [entry("order_refunded", { isKeptByOutageMode: true })] },
      "They have access to Handbook.",
    ],
  ])("%s", (_name, facts, sentence) => {
    expect(say(facts).sentence).toBe(sentence);
  });
});

describe("with several purchases", () => {
  test("a declined payment for something else matters more than what is open", () => {
    const { sentence } = say({
      entries: [entry("order_paid", { active: true })],
      checkouts: [checkout("declined", [attempt("expired_card")], "Membership")],
    });
    expect(sentence).toContain("The payment for Membership was declined");
  });

  test("more than three open products are counted", () => {
    const names = ["One", "Two", "Three", "Four"];
    expect(
      say({ entries: names.map((name) => entry("order_paid", { active: true, name })) }).sentence,
    ).toBe("They have access to 4 products.");
  });

  test("a declined payment does not matter once the same product is open", () => {
    const { tone } = say({
      entries: [entry("order_paid", { active: true })],
      checkouts: [checkout("declined", [attempt("expired_card")])],
    });
    expect(tone).toBe("good");
  });

  test("a customer who has bought something gets no sentence about an abandoned checkout", () => {
    expect(
      say({
        entries: [entry("order_paid", { active: true })],
        checkouts: [checkout("abandoned", [], "Membership")],
      }).tone,
    ).toBe("good");
  });

  test("something suspended matters more than what is open, and something that ended does not", () => {
    const open = entry("order_paid", { active: true });
    expect(
      say({ entries: [open, entry("subscription_past_due", { name: "Membership" })] }).sentence,
    ).toContain("They can’t access Membership: the last payment failed");
    expect(say({ entries: [open, entry("order_refunded", { name: "Membership" })] }).tone).toBe(
      "good",
    );
  });

  test("lost and stolen cards come with the advice to say no more", () => {
    for (const code of ["lost_card", "stolen_card", "fraudulent"])
      expect(say({ checkouts: [checkout("declined", [attempt(code)])] }).nextStep).toContain(
        "Tell them only that the bank declined the card",
      );
  });
});
