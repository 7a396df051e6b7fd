/** Stripe's ready-made methods and tokens, by what follows `pm_card_` or `tok_`. */
const numbers: Record<string, string> = {
  visa: "4242424242424242",
  visa_chargeDeclined: "4000000000000002",
  chargeDeclined: "4000000000000002",
  visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  chargeDeclinedInsufficientFunds: "4000000000009995",
  chargeDeclinedExpiredCard: "4000000000000069",
  chargeDeclinedIncorrectCvc: "4000000000000127",
  chargeDeclinedProcessingError: "4000000000000119",
  chargeCustomerFail: "4000000000000341",
  authenticationRequiredOnSetup: "4000002500003155",
  authenticationRequired: "4000002760003184",
  authenticationRequiredChargeDeclinedInsufficientFunds: "4000008260003178",
  createDispute: "4000000000000259",
  refundFail: "4000000000005126",
  pendingRefund: "4000000000007726",
};

/** The card number of `pm_card_visa`, `tok_visa` and their like. */
export function tokenNumber(token: string): string | undefined {
  const name = /^(?:pm_card_|tok_)(.+)$/.exec(token)?.[1];
  return name !== undefined && Object.hasOwn(numbers, name) ? numbers[name] : undefined;
}
