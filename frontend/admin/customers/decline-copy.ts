import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CustomerCheckout } from "./queries.ts";

type Attempt = CustomerCheckout["attempts"][number];

/** What a decline means, and what to tell the buyer, in a sentence each. */
export type DeclineCopy<Text = string> = { meaning: Text; advice: Text };

type Decline = DeclineCopy<MessageDescriptor>;

const askBank = msg`Ask them to contact their bank or to pay with another card.`;
const otherCard = msg`Ask them to pay with another card.`;
const checkDetails = msg`Ask them to enter the card details again.`;
const tryAgain = msg`Ask them to try again in a few minutes.`;
/** Whoever tries to pay may not be the owner of the card, so they are not told the reason. */
const sayNoMore = msg`Tell them only that the bank declined the card, and ask for another one. Review the payment in Stripe before you help further.`;

const noReason = msg`The bank gave no reason.`;

// What several codes mean.
const unconfirmed: Decline = {
  meaning: msg`The bank asked them to confirm the payment, and they didn’t.`,
  advice: msg`Ask them to try again and to confirm the payment with their bank.`,
};
const stoppedByFraudCheck: Decline = {
  meaning: msg`Stripe blocked the payment as a fraud risk before it reached the bank.`,
  advice: msg`Review the payment in Stripe. If you know the customer, ask them to pay with another card.`,
};
const limitReached: Decline = {
  meaning: msg`The card has reached its limit for payments or amounts.`,
  advice: msg`Ask them to try again tomorrow or to pay with another card.`,
};
const testCard: Decline = {
  meaning: msg`They used a test card, but the shop takes real payments.`,
  advice: msg`Test cards work only in test mode.`,
};
const bankError: Decline = {
  meaning: msg`An error occurred while the bank processed the payment.`,
  advice: tryAgain,
};
const lostOrStolen: Decline = {
  meaning: msg`The card was reported lost or stolen.`,
  advice: sayNoMore,
};
const unexplained: Decline = { meaning: noReason, advice: askBank };
const stoppedByBuyer: Decline = {
  meaning: msg`They told their bank to stop the payment.`,
  advice: askBank,
};
const wrongCode: Decline = {
  meaning: msg`The security code is incorrect.`,
  advice: checkDetails,
};
const wrongNumber: Decline = {
  meaning: msg`The card number is incorrect.`,
  advice: checkDetails,
};
const wrongExpiry: Decline = {
  meaning: msg`The expiration date is incorrect.`,
  advice: checkDetails,
};
const needsPin: Decline = { meaning: msg`The bank requires a PIN.`, advice: otherCard };

/** By Stripe's decline code, or else its error code. */
const declines: Record<string, Decline> = {
  approve_with_id: { meaning: msg`The bank couldn’t approve the payment.`, advice: tryAgain },
  authentication_not_handled: unconfirmed,
  authentication_required: unconfirmed,
  call_issuer: unexplained,
  card_declined: unexplained,
  card_not_supported: {
    meaning: msg`The card doesn’t support this type of purchase.`,
    advice: otherCard,
  },
  card_velocity_exceeded: limitReached,
  charge_exceeds_source_limit: {
    meaning: msg`The account has reached its limit for this type of payment.`,
    advice: otherCard,
  },
  currency_not_supported: {
    meaning: msg`The card doesn’t support this currency.`,
    advice: msg`Ask them to pay with another card, or in another currency if you offer one.`,
  },
  debit_not_authorized: {
    meaning: msg`The bank rejected the debit from their account.`,
    advice: msg`Ask them to contact their bank or to pay by card.`,
  },
  do_not_honor: unexplained,
  do_not_try_again: { meaning: msg`The bank won’t accept another attempt.`, advice: askBank },
  duplicate_transaction: {
    meaning: msg`The same amount was charged to the same card moments earlier.`,
    advice: msg`Look for that payment first. It may be the one they mean.`,
  },
  elevated_risk_level: stoppedByFraudCheck,
  expired_card: { meaning: msg`The card has expired.`, advice: otherCard },
  fraudulent: { meaning: msg`The payment looked fraudulent.`, advice: sayNoMore },
  generic_decline: unexplained,
  highest_risk_level: stoppedByFraudCheck,
  incorrect_address: { meaning: msg`The address doesn’t match the card.`, advice: checkDetails },
  incorrect_cvc: wrongCode,
  incorrect_number: wrongNumber,
  incorrect_pin: { meaning: msg`The PIN is incorrect.`, advice: checkDetails },
  incorrect_zip: { meaning: msg`The postal code doesn’t match the card.`, advice: checkDetails },
  insufficient_funds: {
    meaning: msg`The card has insufficient funds.`,
    advice: msg`Ask them to pay with another card, or to try again when the card has enough funds.`,
  },
  invalid_account: { meaning: msg`The card or its account is invalid.`, advice: askBank },
  invalid_amount: { meaning: msg`The amount is higher than the card allows.`, advice: askBank },
  invalid_cvc: wrongCode,
  invalid_expiry_month: wrongExpiry,
  invalid_expiry_year: wrongExpiry,
  invalid_number: wrongNumber,
  issuer_not_available: { meaning: msg`The bank didn’t respond.`, advice: tryAgain },
  live_mode_test_card: testCard,
  lost_card: { meaning: msg`The card was reported lost.`, advice: sayNoMore },
  merchant_blacklist: {
    meaning: msg`The card is on your block list in Stripe.`,
    advice: sayNoMore,
  },
  new_account_information_available: {
    meaning: msg`The card or its account is no longer valid.`,
    advice: askBank,
  },
  no_action_taken: unexplained,
  not_permitted: { meaning: msg`The card doesn’t allow this type of payment.`, advice: askBank },
  offline_pin_required: needsPin,
  online_or_offline_pin_required: needsPin,
  payment_intent_authentication_failure: {
    meaning: msg`The bank asked them to confirm the payment (3D Secure), and the confirmation failed.`,
    advice: msg`Ask them to try again and to confirm the payment with their bank, or to pay with another card.`,
  },
  pickup_card: lostOrStolen,
  pin_try_exceeded: { meaning: msg`An incorrect PIN was entered too often.`, advice: otherCard },
  processing_error: bankError,
  reenter_transaction: bankError,
  restricted_card: lostOrStolen,
  revocation_of_all_authorizations: stoppedByBuyer,
  revocation_of_authorization: stoppedByBuyer,
  rule: {
    meaning: msg`One of your rules in Stripe blocked the payment before it reached the bank.`,
    advice: msg`Review the payment in Stripe to see which rule blocked it.`,
  },
  security_violation: unexplained,
  service_not_allowed: unexplained,
  setup_intent_authentication_failure: {
    meaning: msg`The bank asked them to confirm the card (3D Secure), and the confirmation failed.`,
    advice: msg`Ask them to try again and to confirm the card with their bank, or to use another card.`,
  },
  stolen_card: { meaning: msg`The card was reported stolen.`, advice: sayNoMore },
  stop_payment_order: stoppedByBuyer,
  test_mode_live_card: {
    meaning: msg`They used a real card, but the shop is in test mode.`,
    advice: msg`Real cards work only in live mode.`,
  },
  testmode_decline: testCard,
  transaction_not_allowed: unexplained,
  try_again_later: { meaning: noReason, advice: tryAgain },
  withdrawal_count_limit_exceeded: limitReached,
};

/** Explains a failed attempt. Codes that Stripe adds later are explained in Stripe's own sentence. */
export function explainDecline(
  i18n: I18n,
  attempt: Pick<Attempt, "code" | "declineCode" | "isBlocked" | "message">,
): DeclineCopy {
  const decline = findDecline(attempt);
  const { message } = attempt;
  if (!decline && message)
    return { meaning: i18n._(msg`Stripe says: “${message}”`), advice: i18n._(askBank) };
  const { meaning, advice } = decline ?? unexplained;
  return { meaning: i18n._(meaning), advice: i18n._(advice) };
}

function findDecline({
  declineCode,
  code,
  isBlocked,
}: Pick<Attempt, "code" | "declineCode" | "isBlocked">): Decline | null {
  for (const known of [declineCode, code])
    if (known !== null && Object.hasOwn(declines, known)) return declines[known]!;
  return isBlocked ? stoppedByFraudCheck : null;
}

/** The code to search for at Stripe; null if Stripe gave none. */
export function getDeclineCode(attempt: Pick<Attempt, "code" | "declineCode">): string | null {
  return attempt.declineCode ?? attempt.code;
}
