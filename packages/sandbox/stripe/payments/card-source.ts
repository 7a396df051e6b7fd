import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { resourceMissingError } from "../protocol/errors.ts";
import { randomText } from "../protocol/ids.ts";
import type { ListPage } from "../protocol/list.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { attachOrCreatePaymentMethod } from "./attach-or-create-payment-method.ts";
import { createPaymentMethod } from "./payment-method.ts";
import { findTestTokenNumber } from "./test-tokens.ts";

const prefix = "card_";

/** Whether a payment method was saved as a source, before Stripe had payment methods. Both are one row, as at Stripe. */
export const isCardSource = ({ id }: { id: string }) => id.startsWith(prefix);

/**
 * Creates the card of a token such as `tok_visa`.
 * @throws ApiError 400 for anything else: payment methods are no sources
 */
export function createCardSource(account: Account, token: string): PaymentMethodRow {
  const number = token.startsWith("tok_") ? findTestTokenNumber(token) : undefined;
  if (!number) throw resourceMissingError("token", token, "source");
  return createPaymentMethod(account, { type: "card", number }, `${prefix}${randomText(24)}`);
}

/**
 * Saves the card of a token for a customer.
 * @throws ApiError 402 if the bank refuses
 */
export function saveCardSource(
  account: Account,
  customer: string,
  token: string,
): PaymentMethodRow {
  const { id } = createCardSource(account, token);
  return attachOrCreatePaymentMethod(account, id, customer);
}

/** Returns a page of a customer's cards that were saved as sources, the default one first. */
export function listSources(account: Account, customerId: string, limit = 10): ListPage {
  const { default_source: first } = account.get("customer", customerId);
  const cards = account.objects
    .findAll("payment_method", [{ field: "customer", equals: customerId }])
    .filter(isCardSource)
    .toReversed()
    .toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
  return {
    object: "list",
    url: `/v1/customers/${customerId}/sources`,
    has_more: cards.length > limit,
    data: cards.slice(0, limit).map(toCardSource),
  };
}

/** Returns a card of a customer. @throws ApiError 404, or 400 if `param` names a parameter of the request */
export function getCardSource(
  account: Account,
  customer: string,
  id: string,
  param?: string,
): PaymentMethodRow {
  const card = account.objects.find("payment_method", id);
  if (!card || !isCardSource(card) || card.customer !== customer)
    throw resourceMissingError("source", id, param);
  return card;
}

/** Returns the card as a source. */
export function toCardSource(method: Stripe.PaymentMethod): Stripe.Card {
  const { billing_details: billing } = method;
  const card = method.card!;
  return {
    id: method.id,
    object: "card",
    address_city: billing.address?.city ?? null,
    address_country: billing.address?.country ?? null,
    address_line1: billing.address?.line1 ?? null,
    address_line1_check: card.checks?.address_line1_check ?? null,
    address_line2: billing.address?.line2 ?? null,
    address_state: billing.address?.state ?? null,
    address_zip: billing.address?.postal_code ?? null,
    address_zip_check: card.checks?.address_postal_code_check ?? null,
    brand: "Visa",
    country: card.country,
    customer: method.customer as string | null,
    cvc_check: card.checks?.cvc_check ?? null,
    dynamic_last4: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    last4: card.last4,
    metadata: method.metadata,
    name: billing.name,
    regulated_status: card.regulated_status,
    tokenization_method: null,
  };
}
