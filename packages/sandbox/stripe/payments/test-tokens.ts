/** The card numbers of Stripe's test payment methods and tokens, by the name after `pm_card_` or `tok_`. */
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
  createIssuerFraudRecord: "4000000000005423",
  createDispute: "4000000000000259",
  refundFail: "4000000000005126",
  pendingRefund: "4000000000007726",
};

/** Returns the card number of a test payment method or token, such as `pm_card_visa` or `tok_visa`. */
export function findTestTokenNumber(token: string): string | undefined {
  const name = /^(?:pm_card_|tok_)(.+)$/.exec(token)?.[1];
  return name !== undefined && Object.hasOwn(numbers, name) ? numbers[name] : undefined;
}
