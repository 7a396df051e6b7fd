import type { Person } from "./people.ts";

/** One action of a buyer or of the team, at a time in Unix milliseconds. */
export type Action = { at: number } & (
  | ({ type: "buy"; who: Person } & Purchase)
  | { type: "download"; who: Person }
  | ({ type: "cancel"; who: Person } & Reason)
  | { type: "resume"; who: Person }
  | { type: "change_plan"; who: Person; slug: string; interval: Interval }
  | { type: "change_seats"; who: Person; seats: number }
  | { type: "replace_card"; who: Person; card: string }
  | { type: "refund"; who: Person; part: "all" | "half" }
  | { type: "dispute"; who: Person }
  | { type: "close_dispute"; who: Person; outcome: "won" | "lost" }
  | { type: "warn_of_fraud"; who: Person }
  | { type: "answer_warning"; who: Person; with: "refund" | "dismissal" }
  | { type: "gift"; who: Person; slug: string; note: string }
  | { type: "note"; who: Person; text: string }
  | { type: "create_discount"; name: string; code: string; percentOff: number; expiresAt: number }
  | { type: "payout" }
  | { type: "end_day" }
);

export type Interval = "month" | "year" | null;

/**
 * A visit to the checkout. `abandoned`: the buyer opens Stripe's page and leaves. `declined`: the card is declined, and
 * the buyer leaves.
 */
export type Purchase = {
  slug: string;
  interval: Interval;
  outcome: "paid" | "declined" | "abandoned";
  card: string;
  seats?: number;
  /** For a price that the buyer chooses, in minor units. */
  amountMinor?: number;
  code?: string;
  /** On how many devices the buyer activates the license key. */
  devices: number;
};

/** Why a subscription is canceled: Stripe's feedback, and the buyer's own words. */
export type Reason = {
  feedback:
    | "too_expensive"
    | "missing_features"
    | "switched_service"
    | "unused"
    | "customer_service"
    | "too_complex"
    | "low_quality"
    | "other";
  comment?: string;
};

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  noFunds: "4000000000009995",
  expired: "4000000000000069",
  failsLater: "4000000000000341",
  asksFor3ds: "4000002500003155",
} as const;
