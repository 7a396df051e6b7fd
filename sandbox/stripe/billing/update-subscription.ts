import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid, missing } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
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
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { periodEnd } from "./period.ts";
import { isLive } from "./subscription-status.ts";

const item = shape<Stripe.SubscriptionUpdateParams.Item>()({
  deleted: flag.optional(),
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  quantity: integer
    .refine((value) => value >= 0, "This value must be greater than or equal to 0.")
    .optional(),
});

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
  items: listOf(item).optional(),
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

function changeItems(
  account: Account,
  subscription: SubscriptionRow,
  changes: NonNullable<UpdateParams["items"]>,
  proration: UpdateParams["proration_behavior"],
): void {
  if (proration === undefined) {
    throw invalid("The stand-in does not prorate yet: pass `proration_behavior=none`.", {
      param: "proration_behavior",
    });
  }
  for (const [index, change] of changes.entries()) {
    const current = change.id ? account.objects.find("subscription_item", change.id) : undefined;
    if (change.id && current?.subscription !== subscription.id)
      throw missing("subscription_item", change.id, `items[${index}][id]`);
    if (change.deleted) {
      if (current) account.objects.bury("subscription_item", current.id);
    } else if (current) {
      changeItem(account, subscription, current, change, index);
    } else {
      addItem(account, subscription, change, index);
    }
  }
  if (
    account.objects.all("subscription_item", [{ field: "subscription", equals: subscription.id }])
      .length === 0
  ) {
    throw invalid("A subscription must have at least one active plan.", { param: "items" });
  }
}

type ItemChange = NonNullable<UpdateParams["items"]>[number];

function changeItem(
  account: Account,
  subscription: SubscriptionRow,
  current: SubscriptionItemRow,
  change: ItemChange,
  index: number,
): void {
  const price = recurringPrice(
    account,
    subscription,
    change.price ?? current.price,
    index,
    change.price === undefined,
  );
  const before = account.get("price", current.price);
  const sameRhythm =
    before.recurring?.interval === price.recurring?.interval &&
    before.recurring?.interval_count === price.recurring?.interval_count;
  account.change("subscription_item", current.id, {
    price: price.id,
    quantity: change.quantity ?? current.quantity ?? 1,
    metadata: mergeMetadata(current.metadata, change.metadata),
    // Another interval begins a new period today, unless a trial is still running.
    ...(!sameRhythm && subscription.status !== "trialing" && periodFrom(account, price.recurring!)),
  });
}

function addItem(
  account: Account,
  subscription: SubscriptionRow,
  change: ItemChange,
  index: number,
): void {
  if (!change.price)
    throw invalid(`Missing required param: items[${index}][price].`, {
      code: "parameter_missing",
      param: `items[${index}][price]`,
    });
  const price = recurringPrice(account, subscription, change.price, index, false);
  const sibling = account.objects.all("subscription_item", [
    { field: "subscription", equals: subscription.id },
  ]);
  if (sibling.some((row) => row.price === price.id)) {
    throw invalid(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
      param: `items[${index}][price]`,
    });
  }
  account.create("subscription_item", {
    id: newId("subscription_item"),
    object: "subscription_item",
    billing_thresholds: null,
    created: account.clock.now(),
    current_trial: null,
    discounts: [],
    metadata: mergeMetadata({}, change.metadata),
    price: price.id,
    quantity: change.quantity ?? 1,
    subscription: subscription.id,
    tax_rates: [],
    ...(subscription.trial_end !== null && subscription.status === "trialing"
      ? { current_period_start: account.clock.now(), current_period_end: subscription.trial_end }
      : periodFrom(account, price.recurring!)),
  });
}

function periodFrom(account: Account, recurring: Stripe.Price.Recurring) {
  const now = account.clock.now();
  return { current_period_start: now, current_period_end: periodEnd(now, recurring) };
}

function recurringPrice(
  account: Account,
  subscription: SubscriptionRow,
  id: string,
  index: number,
  known: boolean,
) {
  const param = `items[${index}][price]`;
  const price = account.get("price", id, param);
  if (!price.recurring)
    throw invalid(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param },
    );
  if (!known && !price.active)
    throw invalid("The price specified is inactive. This field only accepts active prices.", {
      param,
    });
  if (price.currency !== subscription.currency) {
    throw invalid(
      `The price specified supports currencies of \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      { param },
    );
  }
  return price;
}
