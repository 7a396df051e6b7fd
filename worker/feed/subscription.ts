import { z } from "zod";
import { cancellationReasons, type CancellationFeedback } from "../shared/cancellation-reasons.ts";
import {
  currencyField,
  disputeStatusField,
  idField,
  linkFields,
  minorField,
  orderNumberField,
  promotionCodeField,
  quantityField,
  timeField,
} from "./fields.ts";
import {
  jsonArray,
  jsonObject,
  jsonObjectWithLink,
  orderNumberText,
  rfc3339,
  toExpression,
} from "./sql-json.ts";

const feedbacks = Object.keys(cancellationReasons) as CancellationFeedback[];

export const subscriptionStatus = z
  .enum([
    "active",
    "trialing",
    "past_due",
    "canceled",
    "unpaid",
    "incomplete",
    "incomplete_expired",
    "paused",
  ])
  .meta({ description: "Stripe's status. The entitlements say whether it gives access." });

/** A product and its price in a subscription. */
const subscriptionItem = z.object({
  productId: idField("prd", "Null if the product at Stripe is none of the shop's.").nullable(),
  priceId: idField("prc", "Null if the price at Stripe is none of the shop's.").nullable(),
  stripePriceId: z.string().meta({ example: "price_1PqLs2" }),
  amountMinor: minorField("What one costs per interval."),
  amountDecimal: z.string().nullable().meta({
    description:
      "The exact amount where it has fractions of the currency's smallest unit, which `amountMinor` rounds; else null.",
    example: null,
  }),
  currency: currencyField,
  interval: z.enum(["day", "week", "month", "year"]).meta({ example: "month" }),
  intervalCount: z.int().meta({ description: "Intervals between two payments.", example: 1 }),
  quantity: quantityField,
});

/** A subscription, as other programs see it. */
export const subscription = z
  .object({
    id: idField("sub", "The subscription's id."),
    number: orderNumberField,
    customerId: idField("usr", "The subscriber."),
    status: subscriptionStatus,
    items: z.array(subscriptionItem),
    currentPeriodStart: timeField("When the present period began.").nullable(),
    currentPeriodEnd: timeField("When the present period ends.").nullable(),
    trialStart: timeField("When the trial began; null if there was none.").nullable(),
    trialEnd: timeField("When the trial ends or ended.").nullable(),
    cancelAt: timeField("When it will end, if an end is scheduled.").nullable(),
    canceledAt: timeField("When the cancellation was requested.").nullable(),
    endedAt: timeField("When it ended; null while it runs.").nullable(),
    cancellationFeedback: z.enum(feedbacks).nullable().meta({
      description: "Why the subscriber canceled, if they said so. What they wrote is not told.",
      example: "too_expensive",
    }),
    pause: z
      .object({
        behavior: z
          .enum(["void", "keep_as_draft", "mark_uncollectible"])
          .meta({ description: "What happens to the invoices." }),
        resumesAt: timeField("When it resumes by itself; null if never.").nullable(),
      })
      .nullable()
      .meta({ description: "Null unless payment collection is paused." }),
    pastDueSince: timeField(
      "When the oldest unpaid invoice was issued or, if it was emailed, due.",
    ).nullable(),
    writtenOffAt: timeField(
      "When the seller wrote off an unpaid invoice of it. It gives no access then, although its status can be `active`, until a period is paid.",
    ).nullable(),
    disputeStatus: disputeStatusField,
    duplicateOf: z.string().nullable().meta({
      description:
        "If this was a second payment for the same thing, and was refunded: the earlier subscription.",
    }),
    stripeSubscriptionId: z.string().meta({ example: "sub_1PqLs2" }),
    createdAt: timeField("When it was created."),
    promotionCodeId: promotionCodeField,
    ...linkFields,
  })
  .meta({ ref: "Subscription", description: "A purchase that is paid again and again." });

export type Subscription = z.output<typeof subscription>;

/** The JSON of a subscription, in a query that reads from `subscriptions`. */
export function subscriptionText(): string {
  const fields = {
    id: "subscriptions.id",
    number: orderNumberText("subscriptions.id"),
    customerId: "subscriptions.user_id",
    status: "subscriptions.status",
    items: jsonArray(
      {
        productId: "i.product_id",
        priceId: `(SELECT p.id FROM prices p
          WHERE p.mode = subscriptions.mode AND p.stripe_price_id = i.stripe_price_id)`,
        stripePriceId: "i.stripe_price_id",
        amountMinor: "i.amount_minor",
        amountDecimal: "i.amount_decimal",
        currency: "i.currency",
        interval: "i.interval",
        intervalCount: "i.interval_count",
        quantity: "i.quantity",
      },
      {
        from: "FROM subscription_items i WHERE i.subscription_id = subscriptions.id",
        orderBy: "i.stripe_item_id",
      },
    ),
    currentPeriodStart: rfc3339("subscriptions.current_period_start"),
    currentPeriodEnd: rfc3339("subscriptions.current_period_end"),
    trialStart: rfc3339("subscriptions.trial_start"),
    trialEnd: rfc3339("subscriptions.trial_end"),
    cancelAt: rfc3339("subscriptions.cancel_at"),
    canceledAt: rfc3339("subscriptions.canceled_at"),
    endedAt: rfc3339("subscriptions.ended_at"),
    cancellationFeedback: "subscriptions.cancellation_feedback",
    pause: `json(CASE WHEN subscriptions.pause_behavior IS NOT NULL THEN ${jsonObject({
      behavior: "subscriptions.pause_behavior",
      resumesAt: rfc3339("subscriptions.pause_resumes_at"),
    })} END)`,
    pastDueSince: rfc3339("subscriptions.past_due_since"),
    writtenOffAt: rfc3339("subscriptions.written_off_at"),
    disputeStatus: "subscriptions.dispute_status",
    duplicateOf: "subscriptions.duplicate_of",
    stripeSubscriptionId: "subscriptions.stripe_subscription_id",
    createdAt: rfc3339("subscriptions.created_at"),
    promotionCodeId: "subscriptions.promotion_code_id",
  };
  return jsonObjectWithLink(fields, "subscriptions", "subscriptions.checkout_id");
}

export const subscriptionJson = toExpression(subscriptionText);
