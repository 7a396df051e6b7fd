/** Why a payment was declined, with Stripe's codes and message. */
export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

/** One of Stripe's test cards and how it behaves. */
export interface TestCard {
  number: string;
  /** What happens, as shown on Checkout and the dashboard. */
  effect: string;
  /** Declined when it is charged, and when it is saved unless `canBeSaved`. */
  decline?: Decline;
  canBeSaved?: true;
  /** Requires 3-D Secure: until it was saved with 3-D Secure, or always. */
  challenge?: "until saved" | "always";
  disputed?: true;
  /** The card issuer sends an early fraud warning. */
  reportedAsFraud?: true;
  refund?: "fails" | "is_pending";
}

const declined: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};
const insufficientFunds: Decline = {
  code: "card_declined",
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
};

export const testCards: TestCard[] = [
  { number: "4242424242424242", effect: "Succeeds" },
  { number: "4000000000000002", effect: "Declined", decline: declined },
  {
    number: "4000000000009995",
    effect: "Declined: insufficient funds",
    decline: insufficientFunds,
  },
  {
    number: "4000000000000069",
    effect: "Declined: expired card",
    decline: { code: "expired_card", message: "Your card has expired." },
  },
  {
    number: "4000000000000127",
    effect: "Declined: wrong CVC",
    decline: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  },
  {
    number: "4000000000000119",
    effect: "Declined: processing error",
    decline: {
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
  {
    number: "4000000000000341",
    effect: "Can be saved, then every charge fails",
    decline: declined,
    canBeSaved: true,
  },
  {
    number: "4000002500003155",
    effect: "Asks for 3-D Secure, then succeeds",
    challenge: "until saved",
  },
  {
    number: "4000002760003184",
    effect: "Asks for 3-D Secure every time, then succeeds",
    challenge: "always",
  },
  {
    number: "4000008260003178",
    effect: "Asks for 3-D Secure, then insufficient funds",
    challenge: "always",
    decline: insufficientFunds,
    canBeSaved: true,
  },
  { number: "4000000000000259", effect: "Succeeds, then is disputed", disputed: true },
  {
    number: "4000000000005423",
    effect: "Succeeds, then the bank warns of fraud",
    reportedAsFraud: true,
  },
  { number: "4000000000005126", effect: "Succeeds; a refund fails later", refund: "fails" },
  {
    number: "4000000000007726",
    effect: "Succeeds; a refund is pending, then succeeds",
    refund: "is_pending",
  },
];

/** Test accounts for SEPA debit. The bank answers later. */
export const testIbans = [
  { iban: "AT611904300234573201", effect: "Processing, then succeeds", succeeds: true },
  { iban: "AT861904300235473202", effect: "Processing, then fails", succeeds: false },
] as const;

export const authenticationFailed: Decline = {
  code: "payment_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** An off-session payment requires 3-D Secure, which only an on-session customer can pass. */
export const authenticationRequired: Decline = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "This transaction requires authentication.",
};

/** The bank refused a debit. */
export const debitFailed: Decline = {
  code: "debit_not_authorized",
  message: "The customer's bank account could not be debited.",
};

/** The customer has no payment method to charge. */
export const noPaymentMethod: Decline = {
  code: "missing",
  message:
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
};

const notATestCard: Decline = {
  code: "card_declined",
  declineCode: "test_mode_live_card",
  message:
    "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
};

export function findTestCard(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number);
}

export type BankDecision =
  | { kind: "approved" }
  | { kind: "challenge" }
  | { kind: "processing" }
  | { kind: "declined"; decline: Decline };

/**
 * Returns the bank's decision about a card or IBAN.
 * @param options.saving nothing is charged now, the method is only saved
 * @param options.authenticated 3-D Secure succeeded
 * @param options.savedBefore the method was saved and is charged off-session
 */
export function getBankDecision(
  number: string,
  {
    saving,
    authenticated,
    savedBefore = false,
  }: { saving: boolean; authenticated: boolean; savedBefore?: boolean },
): BankDecision {
  if (testIbans.some(({ iban }) => iban === number))
    return saving ? { kind: "approved" } : { kind: "processing" };
  const card = findTestCard(number);
  if (!card) return { kind: "declined", decline: notATestCard };
  const requiresChallenge =
    card.challenge === "always" || (card.challenge !== undefined && !savedBefore);
  if (requiresChallenge && !authenticated) return { kind: "challenge" };
  if (card.decline && !(saving && card.canBeSaved))
    return { kind: "declined", decline: card.decline };
  return { kind: "approved" };
}
