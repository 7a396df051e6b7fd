import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  schemaFor,
  text,
} from "../protocol/params.ts";
import { discountParams } from "../discounts/params.ts";
import { replaceSubscriptionDiscounts } from "../discounts/subscription-discounts.ts";
import type { PriceRow, SubscriptionRow } from "../store/rows.ts";
import { assertSameCurrency } from "./assert-same-currency.ts";
import { collectionParams, validateCollection } from "./collection-method.ts";
import { describeTrial } from "./describe-line.ts";
import { reportTestCardFraud } from "./collect-invoice.ts";
import { chargeInvoice, getOrCreateInvoiceIntent } from "./charge-invoice.ts";
import { cardDeclinedError } from "./pay-invoice.ts";
import { getRecurringPrice } from "./plan-items.ts";
import { billFullPeriods } from "./compute-prorations.ts";
import { scheduleCancellation } from "./schedule-cancellation.ts";
import { finalizeInvoice, scheduleFinalization } from "./invoice-transitions.ts";
import { assertTaxLocation } from "../tax/assert-tax-location.ts";
import { startSubscription } from "./start-subscription.ts";
import { draftSubscriptionInvoice } from "./subscription-invoice.ts";
import { getCustomerDefaultMethodId, getDefaultPaymentMethodId } from "./subscription-items.ts";

type SubscriptionCreateParams = Stripe.SubscriptionCreateParams;

const incompleteLifetimeSeconds = 23 * 3600;

export const trialSettings = schemaFor<Stripe.SubscriptionCreateParams.TrialSettings>()({
  end_behavior: schemaFor<Stripe.SubscriptionCreateParams.TrialSettings.EndBehavior>()({
    missing_payment_method: oneOf("cancel", "create_invoice", "pause"),
  }),
});

export const automaticTax = schemaFor<Stripe.SubscriptionCreateParams.AutomaticTax>()({
  enabled: flag,
});

/** The parameters of `subscriptions.create`. */
export const createSubscriptionParams = schemaFor<SubscriptionCreateParams>()({
  automatic_tax: automaticTax.optional(),
  billing_mode: schemaFor<Stripe.SubscriptionCreateParams.BillingMode>()({
    type: oneOf("classic", "flexible"),
  }).optional(),
  cancel_at: integer.or(oneOf("min_period_end", "max_period_end")).optional(),
  cancel_at_period_end: flag.optional(),
  ...collectionParams,
  currency: text.optional(),
  customer: text,
  default_payment_method: text.optional(),
  description: text.optional(),
  discounts: discountParams.optional(),
  items: listOf(
    schemaFor<Stripe.SubscriptionCreateParams.Item>()({
      metadata: metadata.optional(),
      price: text,
      quantity: integer
        .refine((value) => value >= 0, "This value must be greater than or equal to 0.")
        .optional(),
    }),
  ),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: oneOf(
    "allow_incomplete",
    "default_incomplete",
    "error_if_incomplete",
  ).optional(),
  payment_settings: schemaFor<Stripe.SubscriptionCreateParams.PaymentSettings>()({
    payment_method_types: listOf(oneOf("card")).optional(),
    save_default_payment_method: oneOf("off", "on_subscription").optional(),
  }).optional(),
  proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
  trial_end: integer.or(oneOf("now")).optional(),
  trial_period_days: integer.optional(),
  trial_settings: trialSettings.optional(),
});
type CreateSubscriptionParams = z.output<typeof createSubscriptionParams>;

/**
 * Creates a subscription without Checkout, and charges its first invoice within the request.
 * @throws ApiError (402) if the charge fails and `payment_behavior` is `error_if_incomplete`.
 */
export function createSubscription(
  account: Account,
  params: CreateSubscriptionParams,
): SubscriptionRow {
  const customer = account.get("customer", params.customer, "customer");
  const prices = resolvePrices(account, params);
  const currency = prices[0]!.currency;
  assertSameCurrency(account, customer.id, currency);
  if (params.automatic_tax?.enabled) assertTaxLocation(customer);
  const isEmailed = validateCollection(params, customer) === "send_invoice";
  const trialEnd = resolveTrialEnd(account, params);
  const method = resolvePaymentMethod(account, customer, params);
  const isCharged = !isEmailed && params.payment_behavior !== "default_incomplete";
  if (method === null && trialEnd === null && isCharged) {
    throw invalidRequestError(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
      { code: "resource_missing" },
    );
  }
  if (customer.currency === null)
    account.update("customer", customer.id, { currency }, "customer.updated");
  const { subscription, items } = startSubscription(account, {
    customer: customer.id,
    currency,
    items: prices.map((price, index) => ({
      price,
      quantity: params.items[index]!.quantity ?? 1,
      metadata: mergeMetadata({}, params.items[index]!.metadata),
    })),
    defaultPaymentMethod: params.default_payment_method ?? null,
    daysUntilDue: params.days_until_due,
    billingMode: params.billing_mode?.type,
    automaticTax: params.automatic_tax?.enabled ?? false,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    trialEnd,
    savesPaymentMethod: params.payment_settings?.save_default_payment_method ?? "off",
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method,
  });
  const ending = scheduleCancellation(account, subscription, params);
  const discounted = replaceSubscriptionDiscounts(account, subscription, params.discounts);
  const created = account.update("subscription", subscription.id, { ...ending, ...discounted });
  const lines = billFullPeriods(account, subscription, items).map((line) =>
    trialEnd === null
      ? line
      : { ...line, amount: 0, description: describeTrial(account, line.price!) },
  );
  const draft = draftSubscriptionInvoice(account, created, {
    reason: "subscription_create",
    lines,
  });
  // An invoice that is emailed stays a draft for an hour, even the first one. Nothing waits for its payment.
  if (isEmailed && draft.amount_due > 0) scheduleFinalization(account, draft);
  else
    payFirstInvoice(
      account,
      subscription.id,
      finalizeInvoice(account, draft).id,
      params.payment_behavior,
    );
  const started = account.get("subscription", subscription.id);
  account.emit("customer.subscription.created", "subscription", started);
  return started;
}

function payFirstInvoice(
  account: Account,
  subscriptionId: string,
  invoiceId: string,
  behavior: CreateSubscriptionParams["payment_behavior"],
): void {
  const subscription = account.get("subscription", subscriptionId);
  const invoice = account.get("invoice", invoiceId);
  if (behavior !== "default_incomplete" || invoice.amount_due === 0) {
    const result = chargeInvoice(account, invoice, {
      method: getDefaultPaymentMethodId(account, subscription),
    });
    if (result.kind === "paid") return reportTestCardFraud(account, result.invoice);
    if (behavior === "error_if_incomplete") throw cardDeclinedError(result, { keepWork: false });
  }
  // The app pays it in the browser, with the secret of this intent.
  if (behavior === "default_incomplete") getOrCreateInvoiceIntent(account, invoice);
  account.update("subscription", subscriptionId, { status: "incomplete" });
  account.schedule(
    account.clock.now() + incompleteLifetimeSeconds,
    "expire_incomplete",
    subscriptionId,
  );
}

function resolvePrices(
  account: Account,
  { items, currency }: CreateSubscriptionParams,
): PriceRow[] {
  if (items.length === 0)
    throw invalidRequestError("Missing required param: items.", {
      code: "parameter_missing",
      param: "items",
    });
  const first = account.get("price", items[0]!.price, "items[0][price]");
  const expectedCurrency = currency?.toLowerCase() ?? first.currency;
  return items.map(({ price }, index) =>
    getRecurringPrice(account, expectedCurrency, price, `items[${index}][price]`),
  );
}

/** Returns the end of the trial in Unix seconds, or null without a trial. */
function resolveTrialEnd(
  account: Account,
  { trial_end: end, trial_period_days: days }: CreateSubscriptionParams,
): number | null {
  if (end !== undefined && days !== undefined)
    throw invalidRequestError(
      "You may only specify one of these parameters: trial_end, trial_period_days.",
      {
        param: "trial_end",
      },
    );
  if (end === "now" || (end === undefined && !days)) return null;
  const at = end ?? account.clock.now() + days! * 86_400;
  if (at <= account.clock.now())
    throw invalidRequestError(
      "Invalid timestamp: must be an integer Unix timestamp in the future.",
      {
        param: "trial_end",
      },
    );
  return at;
}

function resolvePaymentMethod(
  account: Account,
  customer: Stripe.Customer,
  { default_payment_method: given }: CreateSubscriptionParams,
): string | null {
  if (given) account.get("payment_method", given, "default_payment_method");
  return given ?? getCustomerDefaultMethodId(customer);
}
