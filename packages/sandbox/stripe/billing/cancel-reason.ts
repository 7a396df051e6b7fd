import { oneOf } from "../protocol/params.ts";

/** Validates a value of `cancellation_details.feedback`. */
export const cancelReason = oneOf(
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
);
