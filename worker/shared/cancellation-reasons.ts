/** Why a subscriber cancels: Stripe's values of `cancellation_details.feedback`, and how the team reads them. */
export const cancellationReasons = {
  too_expensive: "Too expensive",
  missing_features: "Missing features",
  switched_service: "Switched to something else",
  unused: "Not used enough",
  customer_service: "Customer service",
  too_complex: "Too complex",
  low_quality: "Quality",
  other: "Other",
} as const;

export type CancellationFeedback = keyof typeof cancellationReasons;

/** The longest comment on a cancellation, in characters. */
export const MAX_CANCELLATION_COMMENT = 1000;

/** Returns how the team reads Stripe's `feedback`. A value that Stripe adds later is shown as Stripe names it. */
export function describeCancellationFeedback(feedback: string): string {
  return Object.hasOwn(cancellationReasons, feedback)
    ? cancellationReasons[feedback as CancellationFeedback]
    : feedback.replaceAll("_", " ");
}
