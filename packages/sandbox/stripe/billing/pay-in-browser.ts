import type { Account } from "../account.ts";
import { ApiError, invalidRequestError, resourceMissingError } from "../protocol/errors.ts";
import { authenticateIntent, findOwnIntent } from "../payments/authenticate-intent.ts";
import { confirmPaymentIntent } from "../payments/confirm-payment-intent.ts";
import { confirmSetupIntent } from "../payments/confirm-setup-intent.ts";
import { attachPaymentMethod, createPaymentMethod } from "../payments/payment-method.ts";
import type { InvoiceRow, PaymentMethodRow } from "../store/rows.ts";
import { collectInvoice } from "./collect-invoice.ts";
import { cardDeclinedError, getPayableInvoice } from "./pay-invoice.ts";
import { findInvoiceSubscription } from "./subscription-items.ts";

/**
 * Pays an intent as Stripe's script in a browser does with its client secret: it enters a card, confirms, and passes or
 * fails 3-D Secure. Also for the intent of an open invoice.
 * @param card a test card's number, without spaces
 * @returns the payment or setup intent as the API shows it
 * @throws ApiError 402 if the bank declines, 400 if the intent cannot be paid
 */
export function payInBrowser(
  account: Account,
  id: string,
  { card, passes }: { card: string; passes: boolean },
): object {
  const own = findOwnIntent(account, id);
  const method = createPaymentMethod(account, { type: "card", number: card });
  if (!own) return payInvoiceIntent(account, id, method);
  if (["succeeded", "canceled", "requires_capture"].includes(own.status))
    throw invalidRequestError(`This intent (${id}) has a status of ${own.status}.`);
  const returnUrl = own._confirmation?.returnUrl ?? null;
  const confirmed =
    own.object === "payment_intent"
      ? confirmPaymentIntent(account, own, method, { returnUrl, offSession: false })
      : confirmSetupIntent(account, own, method, returnUrl);
  const settled = authenticateIntent(account, confirmed, passes);
  const error =
    settled.object === "payment_intent" ? settled.last_payment_error : settled.last_setup_error;
  if (error)
    throw new ApiError(
      402,
      {
        type: "card_error",
        message: error.message ?? "",
        ...(error.code && { code: error.code }),
        ...(error.decline_code && { decline_code: error.decline_code }),
      },
      { keepWork: true },
    );
  return settled.object === "payment_intent"
    ? account.serialize("payment_intent", settled)
    : account.serialize("setup_intent", settled);
}

function payInvoiceIntent(account: Account, id: string, method: PaymentMethodRow): object {
  const payment = account.objects
    .findAll("invoice_payment", [])
    .find((row) => row.payment.payment_intent === id);
  if (!payment) throw resourceMissingError("payment_intent", id);
  const invoice = getPayableInvoice(account, payment.invoice as string);
  const result = collectInvoice(account, invoice, { method: method.id, authenticated: true });
  if (result.kind === "failed") throw cardDeclinedError(result, { keepWork: true });
  saveForRenewals(account, invoice, method);
  return account.serialize("payment_intent", account.get("payment_intent", id));
}

/** The card of a subscription's first payment stays with the customer, and pays renewals if the app asked for that. */
function saveForRenewals(account: Account, invoice: InvoiceRow, method: PaymentMethodRow): void {
  const subscription = findInvoiceSubscription(account, invoice);
  if (!subscription) return;
  attachPaymentMethod(account, method, subscription.customer as string);
  if (subscription.payment_settings?.save_default_payment_method !== "on_subscription") return;
  account.update(
    "subscription",
    subscription.id,
    { default_payment_method: method.id },
    "customer.subscription.updated",
  );
}
