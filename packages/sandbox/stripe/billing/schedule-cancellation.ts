import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { listSubscriptionItems } from "./subscription-items.ts";

interface CancellationParams {
  cancel_at?: number | "min_period_end" | "max_period_end" | null | undefined;
  cancel_at_period_end?: boolean | undefined;
}

/**
 * Schedules, moves or undoes a cancellation. `cancel_at_period_end` means the earliest period end of the items.
 * Returns the fields to update.
 * @throws ApiError for contradicting parameters or a time in the past.
 */
export function scheduleCancellation(
  account: Account,
  subscription: SubscriptionRow,
  { cancel_at: at, cancel_at_period_end: atPeriodEnd }: CancellationParams,
): Partial<SubscriptionRow> {
  if (at !== undefined && atPeriodEnd)
    throw invalidRequestError(
      "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
      { param: "cancel_at" },
    );
  if (at === undefined && atPeriodEnd === undefined) return {};
  const noCancellation = {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  };
  if (at === null || (at === undefined && atPeriodEnd === false)) return noCancellation;

  const ends = listSubscriptionItems(account, subscription.id).map((row) => row.current_period_end);
  const endsAt =
    typeof at === "number" ? at : at === "max_period_end" ? Math.max(...ends) : Math.min(...ends);
  if (endsAt <= account.clock.now())
    throw invalidRequestError("`cancel_at` must be a timestamp in the future.", {
      param: "cancel_at",
    });
  account.schedule(endsAt, "end_subscription", subscription.id);
  return {
    cancel_at: endsAt,
    cancel_at_period_end: atPeriodEnd ?? false,
    canceled_at: account.clock.now(),
    cancellation_details: {
      ...noCancellation.cancellation_details,
      ...subscription.cancellation_details,
      reason: "cancellation_requested",
    },
  };
}
