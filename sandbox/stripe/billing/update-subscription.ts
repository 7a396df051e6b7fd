import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import {
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  onlyGiven,
  shape,
  text,
  unsettable,
} from "../protocol/params.ts";
import { previousAttributes } from "../webhooks/previous-attributes.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { changeItems, itemChange } from "./change-items.ts";
import { isLive } from "./subscription-status.ts";

/** `subscriptions.update`. Prorations are not computed here, so only `none` is accepted for a change of items. */
export const updateParams = shape<Stripe.SubscriptionUpdateParams>()({
  cancel_at: unsettable(integer.or(oneOf("min_period_end", "max_period_end"))).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: shape<Stripe.SubscriptionUpdateParams.CancellationDetails>()({
    comment: unsettable(text).optional(),
    feedback: unsettable(
      oneOf(
        "customer_service",
        "low_quality",
        "missing_features",
        "other",
        "switched_service",
        "too_complex",
        "too_expensive",
        "unused",
      ),
    ).optional(),
  }).optional(),
  default_payment_method: text.optional(),
  description: unsettable(text).optional(),
  items: listOf(itemChange).optional(),
  metadata: metadata.optional(),
  proration_behavior: oneOf("none").optional(),
});
type UpdateParams = z.output<typeof updateParams>;

export function updateSubscription(
  account: Account,
  id: string,
  params: UpdateParams,
): SubscriptionRow {
  const before = account.get("subscription", id);
  const shownBefore = account.show("subscription", before);
  if (!isLive(before)) {
    throw invalid(
      "A canceled subscription can only update its cancellation_details and metadata.",
      { code: "resource_already_canceled" },
    );
  }
  if (params.default_payment_method)
    account.get("payment_method", params.default_payment_method, "default_payment_method");
  if (params.items?.length) changeItems(account, before, params.items, params.proration_behavior);
  const {
    cancel_at,
    cancel_at_period_end,
    cancellation_details: details,
    metadata: given,
    ...rest
  } = params;
  const after = account.change("subscription", id, {
    ...onlyGiven({
      default_payment_method: rest.default_payment_method,
      description: rest.description,
    }),
    ...scheduleEnd(account, before, { cancel_at, cancel_at_period_end }),
    metadata: mergeMetadata(before.metadata, given),
  });
  const updated = details
    ? account.change("subscription", id, {
        cancellation_details: { ...after.cancellation_details!, ...onlyGiven(details) },
      })
    : after;
  const previous = previousAttributes(shownBefore, account.show("subscription", updated));
  if (Object.keys(previous).length > 0)
    account.emit("customer.subscription.updated", "subscription", updated, previous);
  return updated;
}

/** Sets, moves or takes back the planned end. `cancel_at_period_end` is an end at the earliest period end. */
function scheduleEnd(
  account: Account,
  subscription: SubscriptionRow,
  {
    cancel_at: at,
    cancel_at_period_end: atPeriodEnd,
  }: Pick<UpdateParams, "cancel_at" | "cancel_at_period_end">,
): Partial<SubscriptionRow> {
  if (at !== undefined && atPeriodEnd)
    throw invalid(
      "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
      { param: "cancel_at" },
    );
  if (at === undefined && atPeriodEnd === undefined) return {};
  const noEnd = {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  };
  if (at === null || (at === undefined && atPeriodEnd === false)) return noEnd;

  const ends = account.objects
    .all("subscription_item", [{ field: "subscription", equals: subscription.id }])
    .map((row) => row.current_period_end);
  const endsAt =
    typeof at === "number" ? at : at === "max_period_end" ? Math.max(...ends) : Math.min(...ends);
  if (endsAt <= account.clock.now())
    throw invalid("`cancel_at` must be a timestamp in the future.", { param: "cancel_at" });
  account.schedule(endsAt, "end_subscription", subscription.id);
  return {
    cancel_at: endsAt,
    cancel_at_period_end: atPeriodEnd ?? false,
    canceled_at: account.clock.now(),
    cancellation_details: {
      ...noEnd.cancellation_details,
      ...subscription.cancellation_details,
      reason: "cancellation_requested",
    },
  };
}
