import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  omitUndefined,
  schemaFor,
  text,
  unsettable,
} from "../protocol/params.ts";
import { computePreviousAttributes } from "../webhooks/compute-previous-attributes.ts";
import { discountParams } from "../discounts/params.ts";
import { replaceSubscriptionDiscounts } from "../discounts/subscription-discounts.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { assertPaymentBehaviorUnset } from "../checkout/managed-payments.ts";
import { cancelReason } from "./cancel-reason.ts";
import { assertNotScheduled } from "./assert-not-scheduled.ts";
import { changePlan } from "./change-plan.ts";
import { collectionParams, validateCollection } from "./collection-method.ts";
import { itemChangeParams } from "./plan-items.ts";
import { scheduleCancellation } from "./schedule-cancellation.ts";
import { isOngoing } from "./subscription-status.ts";
import { assertTaxLocation } from "../tax/assert-tax-location.ts";
import { automaticTax, trialSettings } from "./create-subscription.ts";
import { scheduleTrial } from "./trial.ts";

type Params = Stripe.SubscriptionUpdateParams;

/** The parameters of `subscriptions.update`. */
export const updateSubscriptionParams = schemaFor<Params>()({
  automatic_tax: automaticTax.optional(),
  billing_cycle_anchor: schemaFor<Stripe.SubscriptionUpdateParams.BillingCycleAnchor>()({
    type: oneOf("now", "unchanged"),
  }).optional(),
  cancel_at: unsettable(integer.or(oneOf("min_period_end", "max_period_end"))).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: schemaFor<Stripe.SubscriptionUpdateParams.CancellationDetails>()({
    comment: unsettable(text).optional(),
    feedback: unsettable(cancelReason).optional(),
  }).optional(),
  ...collectionParams,
  default_payment_method: text.optional(),
  description: unsettable(text).optional(),
  discounts: discountParams.optional(),
  items: listOf(itemChangeParams).optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  pause_collection: unsettable(
    schemaFor<Stripe.SubscriptionUpdateParams.PauseCollection>()({
      behavior: oneOf("keep_as_draft", "mark_uncollectible", "void"),
      resumes_at: integer.optional(),
    }),
  ).optional(),
  payment_behavior: oneOf(
    "allow_incomplete",
    "error_if_incomplete",
    "pending_if_incomplete",
  ).optional(),
  proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
  proration_date: integer.optional(),
  trial_end: integer.or(oneOf("now")).optional(),
  trial_settings: trialSettings.optional(),
});
export type UpdateSubscriptionParams = z.output<typeof updateSubscriptionParams>;

/**
 * Updates a subscription, and emits `customer.subscription.updated` if anything changed.
 * @throws ApiError for invalid parameters, or (402) for a failed payment with `error_if_incomplete`.
 */
export function updateSubscription(
  account: Account,
  id: string,
  params: UpdateSubscriptionParams,
): SubscriptionRow {
  const before = account.get("subscription", id);
  const serializedBefore = account.serialize("subscription", before);
  validateUpdate(account, before, params);
  const { cancellation_details: details } = params;
  const after = account.update("subscription", id, {
    ...omitUndefined({
      default_payment_method: params.default_payment_method,
      description: params.description,
    }),
    ...changeCollection(account, before, params),
    ...(params.automatic_tax && {
      automatic_tax: {
        disabled_reason: null,
        enabled: params.automatic_tax.enabled,
        liability: params.automatic_tax.enabled ? ({ type: "self" } as const) : null,
      },
    }),
    ...(params.trial_settings && {
      trial_settings: {
        end_behavior: {
          billing_cycle_anchor: null,
          missing_payment_method: params.trial_settings.end_behavior.missing_payment_method,
        },
      },
    }),
    ...scheduleCancellation(account, before, params),
    ...pauseCollection(account, before, params.pause_collection),
    ...updateTrialEnd(account, before, params.trial_end),
    ...replaceSubscriptionDiscounts(account, before, params.discounts),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  if (details)
    account.update("subscription", id, {
      cancellation_details: { ...after.cancellation_details!, ...omitUndefined(details) },
    });

  const emitUpdated = () => {
    const updated = account.get("subscription", id);
    const previous = computePreviousAttributes(
      serializedBefore,
      account.serialize("subscription", updated),
    );
    if (Object.keys(previous).length > 0)
      account.emit("customer.subscription.updated", "subscription", updated, previous);
  };
  const endsTrial = params.trial_end === "now" && before.status === "trialing";
  const restartAllPeriods = endsTrial || params.billing_cycle_anchor?.type === "now";
  if (params.items?.length || restartAllPeriods) {
    changePlan(
      account,
      account.get("subscription", id),
      {
        items: params.items ?? [],
        proration: params.proration_behavior ?? "create_prorations",
        prorationDate: params.proration_date,
        payment: params.payment_behavior ?? "allow_incomplete",
        restartAllPeriods,
      },
      emitUpdated,
    );
  } else {
    emitUpdated();
  }
  return account.get("subscription", id);
}

function validateUpdate(
  account: Account,
  subscription: SubscriptionRow,
  params: UpdateSubscriptionParams,
): void {
  assertPaymentBehaviorUnset(subscription, params);
  if (!isOngoing(subscription)) {
    const fields = Object.keys(omitUndefined(params));
    if (fields.every((name) => name === "cancellation_details" || name === "metadata")) return;
    throw invalidRequestError(
      "A canceled subscription can only update its cancellation_details and metadata.",
      { code: "invalid_canceled_subscription_fields" },
    );
  }
  if (params.automatic_tax?.enabled)
    assertTaxLocation(account.get("customer", subscription.customer as string));
  if (params.default_payment_method) {
    const method = account.get(
      "payment_method",
      params.default_payment_method,
      "default_payment_method",
    );
    if (method.customer !== subscription.customer)
      throw invalidRequestError(
        `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
        { param: "default_payment_method" },
      );
  }
  const paymentParams = ["items", "proration_behavior", "proration_date", "payment_behavior"];
  const others = Object.keys(omitUndefined(params)).filter(
    (name) =>
      ![...paymentParams, "billing_cycle_anchor", "trial_end", "off_session"].includes(name),
  );
  if (params.payment_behavior === "pending_if_incomplete" && others.length > 0) {
    throw invalidRequestError(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can't pass ${others[0]}.`,
      { param: others[0]! },
    );
  }
  if (params.payment_behavior === "pending_if_incomplete" && subscription.days_until_due !== null)
    throw invalidRequestError(
      "`payment_behavior` can only be `pending_if_incomplete` if `collection_method` is `charge_automatically`.",
      { param: "payment_behavior" },
    );
  for (const name of ["cancel_at", "cancel_at_period_end"] as const)
    if (params[name] !== undefined) assertNotScheduled(subscription, name);
  if (params.payment_behavior === "pending_if_incomplete" && subscription.schedule !== null)
    throw invalidRequestError(
      "`payment_behavior` can't be `pending_if_incomplete`, because the subscription is managed by a subscription schedule.",
      { param: "payment_behavior" },
    );
  const { proration_date: date } = params;
  if (date === undefined) return;
  const started = subscription.start_date;
  if (date < started || date > account.clock.now())
    throw invalidRequestError("Cannot specify `proration_date` outside of the current period.", {
      param: "proration_date",
    });
}

function changeCollection(
  account: Account,
  subscription: SubscriptionRow,
  params: UpdateSubscriptionParams,
): Partial<SubscriptionRow> {
  if (params.collection_method === undefined && params.days_until_due === undefined) return {};
  const customer = account.get("customer", subscription.customer as string);
  const method = validateCollection(params, customer, subscription);
  return {
    collection_method: method as SubscriptionRow["collection_method"],
    days_until_due:
      method === "send_invoice" ? (params.days_until_due ?? subscription.days_until_due) : null,
  };
}

function pauseCollection(
  account: Account,
  { id }: SubscriptionRow,
  pause: UpdateSubscriptionParams["pause_collection"],
): Partial<SubscriptionRow> {
  if (pause === undefined) return {};
  if (pause === null) return { pause_collection: null };
  const { behavior, resumes_at: resumesAt = null } = pause;
  if (resumesAt !== null) {
    if (resumesAt <= account.clock.now())
      throw invalidRequestError("`resumes_at` must be a timestamp in the future.", {
        param: "pause_collection[resumes_at]",
      });
    account.schedule(resumesAt, "resume_collection", id);
  }
  return { pause_collection: { behavior, resumes_at: resumesAt } };
}

/** Ends, shortens or extends a trial, or starts one on an active subscription. */
function updateTrialEnd(
  account: Account,
  subscription: SubscriptionRow,
  end: UpdateSubscriptionParams["trial_end"],
): Partial<SubscriptionRow> {
  const now = account.clock.now();
  if (end === undefined) return {};
  if (end === "now")
    return subscription.status === "trialing" ? { status: "active", trial_end: now } : {};
  if (end <= now)
    throw invalidRequestError(
      "Invalid timestamp: must be an integer Unix timestamp in the future.",
      {
        param: "trial_end",
      },
    );
  scheduleTrial(account, subscription.id, end);
  return {
    status: "trialing",
    trial_end: end,
    trial_start: subscription.trial_start ?? now,
    billing_cycle_anchor: end,
  };
}
