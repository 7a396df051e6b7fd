import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CustomerCheckout } from "./queries.ts";

type Attempt = CustomerCheckout["attempts"][number];

/** What a decline means, and what to tell the buyer, in a sentence each. */
type Decline = [meaning: MessageDescriptor, advice: MessageDescriptor];

const askBank = msg`Ask them to contact their bank or to pay with another card.`;
const otherCard = msg`Ask them to pay with another card.`;
const checkDetails = msg`Ask them to enter the card details again.`;
const tryAgain = msg`Ask them to try again in a few minutes.`;
/** The person at the checkout may not own the card, so the message leaves out the reason. */
const sayNoMore = msg`Tell them only that the bank declined the card, and ask for another one. Review the payment in Stripe before you help further.`;

const noReason = msg`The bank gave no reason.`;

// What several codes mean.
const unconfirmed: Decline = [
  msg`The bank asked them to confirm the payment, and they didn’t.`,
  msg`Ask them to try again and to confirm the payment with their bank.`,
];
const stoppedByFraudCheck: Decline = [
  msg`Stripe blocked the payment as a fraud risk before it reached the bank.`,
  msg`Review the payment in Stripe. If you know the customer, ask them to pay with another card.`,
];
const limitReached: Decline = [
  msg`The card has reached its limit for payments or amounts.`,
  msg`Ask them to try again tomorrow or to pay with another card.`,
];
const testCard: Decline = [
  msg`They used a test card, but the shop takes real payments.`,
  msg`Test cards work only in test mode.`,
];
const bankError: Decline = [msg`An error occurred while the bank processed the payment.`, tryAgain];
const lostOrStolen: Decline = [msg`The card was reported lost or stolen.`, sayNoMore];
const unexplained: Decline = [noReason, askBank];
const stoppedByBuyer: Decline = [msg`They told their bank to stop the payment.`, askBank];
const wrongCode: Decline = [msg`The security code is incorrect.`, checkDetails];
const wrongNumber: Decline = [msg`The card number is incorrect.`, checkDetails];
const wrongExpiry: Decline = [msg`The expiration date is incorrect.`, checkDetails];
const needsPin: Decline = [msg`The bank requires a PIN.`, otherCard];

/** By Stripe's decline code, or else its error code. */
const declines: Record<string, Decline> = {
  approve_with_id: [msg`The bank couldn’t approve the payment.`, tryAgain],
  authentication_not_handled: unconfirmed,
  authentication_required: unconfirmed,
  call_issuer: unexplained,
  card_declined: unexplained,
  card_not_supported: [msg`The card doesn’t support this type of purchase.`, otherCard],
  card_velocity_exceeded: limitReached,
  charge_exceeds_source_limit: [
    msg`The account has reached its limit for this type of payment.`,
    otherCard,
  ],
  currency_not_supported: [
    msg`The card doesn’t support this currency.`,
    msg`Ask them to pay with another card, or in another currency if you offer one.`,
  ],
  debit_not_authorized: [
    msg`The bank rejected the debit from their account.`,
    msg`Ask them to contact their bank or to pay by card.`,
  ],
  do_not_honor: unexplained,
  do_not_try_again: [msg`The bank won’t accept another attempt.`, askBank],
  duplicate_transaction: [
    msg`The same amount was charged to the same card moments earlier.`,
    msg`Look for that payment first. It may be the one they mean.`,
  ],
  elevated_risk_level: stoppedByFraudCheck,
  expired_card: [msg`The card has expired.`, otherCard],
  fraudulent: [msg`The payment looked fraudulent.`, sayNoMore],
  generic_decline: unexplained,
  highest_risk_level: stoppedByFraudCheck,
  incorrect_address: [msg`The address doesn’t match the card.`, checkDetails],
  incorrect_cvc: wrongCode,
  incorrect_number: wrongNumber,
  incorrect_pin: [msg`The PIN is incorrect.`, checkDetails],
  incorrect_zip: [msg`The postal code doesn’t match the card.`, checkDetails],
  insufficient_funds: [
    msg`The card has insufficient funds.`,
    msg`Ask them to pay with another card, or to try again when the card has enough funds.`,
  ],
  invalid_account: [msg`The card or its account is invalid.`, askBank],
  invalid_amount: [msg`The amount is higher than the card allows.`, askBank],
  invalid_cvc: wrongCode,
  invalid_expiry_month: wrongExpiry,
  invalid_expiry_year: wrongExpiry,
  invalid_number: wrongNumber,
  issuer_not_available: [msg`The bank didn’t respond.`, tryAgain],
  live_mode_test_card: testCard,
  lost_card: [msg`The card was reported lost.`, sayNoMore],
  merchant_blacklist: [msg`The card is on your block list in Stripe.`, sayNoMore],
  new_account_information_available: [msg`The card or its account is no longer valid.`, askBank],
  no_action_taken: unexplained,
  not_permitted: [msg`The card doesn’t allow this type of payment.`, askBank],
  offline_pin_required: needsPin,
  online_or_offline_pin_required: needsPin,
  payment_intent_authentication_failure: [
    msg`The bank asked them to confirm the payment (3D Secure), and the confirmation failed.`,
    msg`Ask them to try again and to confirm the payment with their bank, or to pay with another card.`,
  ],
  pickup_card: lostOrStolen,
  pin_try_exceeded: [msg`An incorrect PIN was entered too often.`, otherCard],
  processing_error: bankError,
  reenter_transaction: bankError,
  restricted_card: lostOrStolen,
  revocation_of_all_authorizations: stoppedByBuyer,
  revocation_of_authorization: stoppedByBuyer,
  rule: [
    msg`One of your rules in Stripe blocked the payment before it reached the bank.`,
    msg`Review the payment in Stripe to see which rule blocked it.`,
  ],
  security_violation: unexplained,
  service_not_allowed: unexplained,
  setup_intent_authentication_failure: [
    msg`The bank asked them to confirm the card (3D Secure), and the confirmation failed.`,
    msg`Ask them to try again and to confirm the card with their bank, or to use another card.`,
  ],
  stolen_card: [msg`The card was reported stolen.`, sayNoMore],
  stop_payment_order: stoppedByBuyer,
  test_mode_live_card: [
    msg`They used a real card, but the shop is in test mode.`,
    msg`Real cards work only in live mode.`,
  ],
  testmode_decline: testCard,
  transaction_not_allowed: unexplained,
  try_again_later: [noReason, tryAgain],
  withdrawal_count_limit_exceeded: limitReached,
};

/** Explains a failed attempt. Codes that Stripe adds later are explained in Stripe's own sentence. */
export function explainDecline(
  i18n: I18n,
  attempt: Pick<Attempt, "code" | "declineCode" | "isBlocked" | "message">,
): { meaning: string; advice: string } {
  const decline = findDecline(attempt);
  const { message } = attempt;
  if (!decline && message)
    return { meaning: i18n._(msg`Stripe says: “${message}”`), advice: i18n._(askBank) };
  const [meaning, advice] = decline ?? unexplained;
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
