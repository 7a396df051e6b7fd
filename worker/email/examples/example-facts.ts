import { DAY } from "../../lib/time.ts";
import type { Bill } from "../kinds/bill.ts";
import type { LibraryFacts } from "../kinds/library-facts.ts";
import type { SoldKind } from "../../shared/sold-kinds.ts";

/** Has the form of a real one, so that the examples show an order number. */
const EXAMPLE_ID = "ord_01m847v3p020b4357308905bee";

type Entry = LibraryFacts["entry"];

/** A membership for $9 a month. */
export function exampleSubscription(now: number): Entry {
  return {
    id: EXAMPLE_ID,
    sourceId: EXAMPLE_ID,
    source: "subscription",
    product: {
      id: "prd_example",
      slug: "example",
      name: "Example Membership",
      tagline: "",
      image: null,
      planGroup: null,
      parts: null,
    },
    access: { active: true, reason: "subscription_active", since: now, until: null },
    notice: null,
    quantity: 1,
    renewsAt: now + 30 * DAY,
    benefits: [
      {
        id: "bnf_example",
        grantId: "grt_example",
        type: "feature",
        name: "Example benefit",
        note: null,
        key: "example",
        limit: null,
      },
    ],
    price: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1, tax: null },
  };
}

/** An app for $29, with a license key. */
export function exampleOrder(now: number): Entry {
  const subscription = exampleSubscription(now);
  return {
    ...subscription,
    product: { ...subscription.product, name: "Example App" },
    id: EXAMPLE_ID,
    sourceId: EXAMPLE_ID,
    source: "order",
    access: { active: true, reason: "order_paid", since: now, until: null },
    renewsAt: null,
    benefits: [exampleKey],
    price: { amountMinor: 2900, currency: "usd", interval: null, intervalCount: null, tax: null },
  };
}

/** Free access for 30 days. */
export function exampleGift(now: number): Entry {
  return {
    ...exampleSubscription(now),
    id: "cmp_example",
    sourceId: "cmp_example",
    source: "gift",
    access: { active: true, reason: "gift", since: now, until: now + 30 * DAY },
    renewsAt: null,
    price: null,
  };
}

/** A license key. */
export const exampleKey: Entry["benefits"][number] = {
  id: "bnf_key",
  grantId: "grt_key",
  type: "license_key",
  name: "License key",
  note: null,
  waitingFor: null,
  license: {
    id: "lic_example",
    key: "EXAMPLE-0000-1111-2222",
    state: "granted",
    licensee: null,
    activationLimit: null,
    activationCount: 0,
    activations: [],
    uses: 0,
    usesLimit: null,
    expiresAt: null,
    canRotate: true,
    hasFiles: false,
  },
};

/** What was paid for the subscription. */
export function exampleBill(now: number): Bill {
  return {
    sourceId: EXAMPLE_ID,
    invoiceNumber: "EXAMPLE-0001",
    paidAt: now,
    currency: "usd",
    quantity: 1,
    subtotalMinor: 900,
    discountMinor: 0,
    discountCodes: [],
    lines: [],
    taxMinor: 0,
    isTaxIncluded: false,
    soldByLink: false,
    totalMinor: 900,
    refundedMinor: 0,
  };
}

/** What was paid for the order: with a discount and tax. */
export function exampleOrderBill(now: number): Bill {
  return {
    ...exampleBill(now),
    sourceId: EXAMPLE_ID,
    subtotalMinor: 3000,
    discountMinor: 300,
    discountCodes: ["WELCOME"],
    lines: [],
    taxMinor: 200,
    totalMinor: 2900,
  };
}

/** A charge of $9 for the subscription. */
export function examplePayment(
  now: number,
  reason: NonNullable<LibraryFacts["payment"]>["reason"],
): NonNullable<LibraryFacts["payment"]> {
  return {
    stripeChargeId: "ch_example",
    amountMinor: 900,
    currency: "usd",
    paidAt: now,
    invoiceNumber: "EXAMPLE-0002",
    reason,
    method: { type: "card", brand: "visa", last4: "4242" },
  };
}

/** A change from a plan for $5 to one for $9. */
export const examplePlanChange: NonNullable<LibraryFacts["planChange"]> = {
  from: [toPlan("prd_basic", "Example Basic", 1, 500)],
  to: [toPlan("prd_example", "Example Membership", 1, 900)],
  invoice: { chargedMinor: 400, creditMinor: 0, unusedMinor: 500, currency: "usd" },
  payment: null,
};

/** Two seats more. */
export const exampleSeatChange: NonNullable<LibraryFacts["planChange"]> = {
  from: [toPlan("prd_example", "Example Membership", 1, 900)],
  to: [toPlan("prd_example", "Example Membership", 3, 2700)],
  invoice: { chargedMinor: 1800, creditMinor: 0, unusedMinor: 0, currency: "usd" },
  payment: null,
};

function toPlan(productId: string, name: string, quantity: number, amountMinor: number) {
  const rate = { amountMinor, currency: "usd", interval: "month", intervalCount: 1, tax: null };
  return { productId, name, quantity, rate };
}

/** What a buyer agreed to, and the terms. */
export function exampleContract(
  now: number,
  kind: SoldKind,
): NonNullable<LibraryFacts["contract"]> {
  return {
    id: "example",
    withdrawal: { days: 14, canWaive: true },
    consent: { kinds: [kind], text: "Example consent", at: now },
    terms: { text: "Example terms", url: "https://shop.example.com/legal/terms@example" },
  };
}
