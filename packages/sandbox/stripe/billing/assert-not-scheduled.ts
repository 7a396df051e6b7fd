import { invalidRequestError } from "../protocol/errors.ts";
import type { SubscriptionRow } from "../store/rows.ts";

/** @throws ApiError if a schedule manages the subscription: Stripe then refuses to cancel or to keep it directly */
export function assertNotScheduled({ schedule }: SubscriptionRow, param: string): void {
  if (schedule === null) return;
  throw invalidRequestError(
    `The subscription is managed by the subscription schedule \`${schedule as string}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    { param },
  );
}
