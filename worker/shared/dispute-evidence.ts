/** Stripe's fields of the evidence for a dispute that is submitted, in the order in which they are shown. */
export const evidenceFields = [
  "product_description",
  "customer_name",
  "customer_email_address",
  "service_date",
  "access_activity_log",
  "refund_policy_disclosure",
  "uncategorized_text",
] as const;

/** Stripe takes no longer text in a field. */
export const MAX_EVIDENCE = 20_000;
