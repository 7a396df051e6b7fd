import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { ApiError, invalidRequestError } from "../protocol/errors.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { captureCharge } from "./balance-transaction.ts";
import { cardError } from "./card-error.ts";
import { createCardSource, isCardSource, toCardSource } from "./card-source.ts";
import { createCharge, type ChargedPayment } from "./charge.ts";
import { openDispute } from "./dispute.ts";
import { warnOfFraud } from "./fraud.ts";
import { authorizationSeconds } from "./payment-intent.ts";
import { findTestCard, getBankDecision, type Decline } from "./test-cards.ts";

/** Nobody is there to confirm anything at the bank. */
const authenticationRequired: Decline = {
  code: "card_declined",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

/**
 * Returns what a charge without an intent is paid with: the card of a token, or a card that the customer has saved as a
 * source. Like Stripe, it looks at no payment method and no `invoice_settings`.
 * @throws ApiError 400 without either, 402 for a customer without a source, 404 for a source that isn't the customer's
 */
export function resolveSource(
  account: Account,
  { source, customer: customerId }: { source: string | undefined; customer: string | undefined },
): PaymentMethodRow {
  if (customerId === undefined) {
    if (source === undefined)
      throw invalidRequestError("Must provide source or customer.", { code: "parameter_missing" });
    return createCardSource(account, source);
  }
  const customer = account.get("customer", customerId, "customer");
  const id = source ?? (customer.default_source as string | null);
  if (id === null)
    throw new ApiError(402, {
      type: "card_error",
      code: "missing",
      message: "Cannot charge a customer that has no active card",
      param: "card",
    });
  const card = account.objects.find("payment_method", id);
  if (!card || !isCardSource(card) || card.customer !== customerId)
    throw new ApiError(404, {
      type: "invalid_request_error",
      code: "missing",
      message: `Customer ${customerId} does not have a linked source with ID ${id}.`,
      param: "source",
    });
  return card;
}

/**
 * Charges a card without a payment intent. One that isn't captured is held for a week.
 * @throws ApiError 402 if the bank declines; the failed charge is kept
 */
export function createPlainCharge(
  account: Account,
  payment: ChargedPayment,
  card: PaymentMethodRow,
): Stripe.Charge {
  const { number } = card._private;
  const decision = getBankDecision(number, { saving: false, authenticated: false });
  const source = toCardSource(card);
  if (decision.kind !== "approved") {
    const decline = decision.kind === "declined" ? decision.decline : authenticationRequired;
    const result = { status: "failed", authenticated: false, decline } as const;
    const { id } = createCharge(account, payment, card, result);
    account.emit("charge.failed", "charge", account.update("charge", id, { source }));
    throw cardError(decline, { charge: id }, { keepWork: true });
  }
  const { id, captured } = createCharge(account, payment, card, {
    status: "succeeded",
    authenticated: false,
  });
  account.update("charge", id, { source });
  if (captured) captureCharge(account, id, null);
  else account.schedule(account.clock.now() + authorizationSeconds, "expire_charge", id);
  account.emit("charge.succeeded", "charge", account.get("charge", id));
  const behavior = findTestCard(number);
  if (behavior?.disputed) openDispute(account, id, "fraudulent");
  if (behavior?.reportedAsFraud) warnOfFraud(account, id, "made_with_stolen_card");
  return account.get("charge", id);
}

/**
 * Captures a charge that has no payment intent, or a part of it (minor units).
 * @throws ApiError 400 if it cannot be captured, or not by this amount
 */
export function capturePlainCharge(
  account: Account,
  charge: Stripe.Charge,
  amount = charge.amount,
): Stripe.Charge {
  if (charge.status !== "succeeded")
    throw invalidRequestError(
      `Charge ${charge.id} cannot be captured because it has not succeeded.`,
    );
  if (charge.refunded)
    throw hasExpired(account, charge)
      ? invalidRequestError(
          `Charge ${charge.id} cannot be captured because the charge has expired.`,
          { code: "charge_expired_for_capture" },
        )
      : invalidRequestError(`Charge ${charge.id} has already been refunded.`, {
          code: "charge_already_refunded",
        });
  if (amount < 1)
    throw invalidRequestError("Invalid positive integer", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (amount > charge.amount)
    throw invalidRequestError(
      "You cannot capture a charge for an amount greater than it already has.",
      { param: "amount" },
    );
  account.update("charge", charge.id, { captured: true, amount_captured: amount });
  captureCharge(account, charge.id, null);
  const captured = account.get("charge", charge.id);
  account.emit("charge.captured", "charge", captured);
  return captured;
}

/** Releases the amount of a charge that nobody has captured in time. */
export function expireCharge(account: Account, id: string): void {
  const { amount, captured, refunded } = account.get("charge", id);
  if (captured || refunded) return;
  account.update("charge", id, { amount_refunded: amount, refunded: true }, "charge.expired");
}

/** Whether a released charge has no refund that released it. */
const hasExpired = (account: Account, { id }: Stripe.Charge) =>
  account.objects.findAll("refund", [{ field: "charge", equals: id }]).length === 0;
