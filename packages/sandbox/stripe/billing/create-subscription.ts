import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import {
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  shape,
  text,
} from "../protocol/params.ts";
import { discountParams } from "../discounts/params.ts";
import { discountSubscription } from "../discounts/subscription-discounts.ts";
import type { PriceRow, SubscriptionRow } from "../store/rows.ts";
import { refuseOtherCurrency } from "./assert-same-currency.ts";
import { describeTrial } from "./describe-line.ts";
import { chargeInvoice } from "./charge-invoice.ts";
import { declined } from "./pay-invoice.ts";
import { recurringPrice } from "./plan-items.ts";
import { billWhole } from "./compute-prorations.ts";
import { scheduleEnd } from "./schedule-cancellation.ts";
import { finalizeInvoice } from "./invoice-transitions.ts";
import { startSubscription } from "./start-subscription.ts";
import { draftBill } from "./subscription-invoice.ts";
import { methodOf } from "./subscription-items.ts";

type Create = Stripe.SubscriptionCreateParams;

const incompleteSeconds = 23 * 3600;

export const trialSettings = shape<Stripe.SubscriptionCreateParams.TrialSettings>()({
  end_behavior: shape<Stripe.SubscriptionCreateParams.TrialSettings.EndBehavior>()({
    missing_payment_method: oneOf("cancel", "create_invoice", "pause"),
  }),
});

/** `subscriptions.create`. */
export const createParams = shape<Create>()({
  cancel_at: integer.or(oneOf("min_period_end", "max_period_end")).optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: oneOf("charge_automatically").optional(),
  currency: text.optional(),
  customer: text,
  default_payment_method: text.optional(),
  description: text.optional(),
  discounts: discountParams.optional(),
  items: listOf(
    shape<Stripe.SubscriptionCreateParams.Item>()({
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
  proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
  trial_end: integer.or(oneOf("now")).optional(),
  trial_period_days: integer.optional(),
  trial_settings: trialSettings.optional(),
});
type CreateParams = z.output<typeof createParams>;

/** Starts a subscription without a page: its first invoice is charged within the request. */
export function createSubscription(account: Account, params: CreateParams): SubscriptionRow {
  const customer = account.get("customer", params.customer, "customer");
  const prices = pricesOf(account, params);
  const currency = prices[0]!.currency;
  refuseOtherCurrency(account, customer.id, currency);
  const trialEnd = trialEndOf(account, params);
  const method = methodFor(account, customer, params);
  if (method === null && trialEnd === null && params.payment_behavior !== "default_incomplete") {
    throw invalid(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
      { code: "resource_missing" },
    );
  }
  if (customer.currency === null)
    account.change("customer", customer.id, { currency }, "customer.updated");
  const { subscription, items } = startSubscription(account, {
    customer: customer.id,
    currency,
    items: prices.map((price, index) => ({
      price,
      quantity: params.items[index]!.quantity ?? 1,
      metadata: mergeMetadata({}, params.items[index]!.metadata),
    })),
    defaultPaymentMethod: params.default_payment_method ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    trialEnd,
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method,
  });
  const ending = scheduleEnd(account, subscription, params);
  const discounted = discountSubscription(account, subscription, params.discounts);
  const made = account.change("subscription", subscription.id, { ...ending, ...discounted });
  const lines = billWhole(account, subscription, items).map((line) =>
    trialEnd === null
      ? line
      : { ...line, amount: 0, description: describeTrial(account, line.price!) },
  );
  const draft = draftBill(account, made, { reason: "subscription_create", lines });
  payFirst(account, subscription.id, finalizeInvoice(account, draft).id, params.payment_behavior);
  const started = account.get("subscription", subscription.id);
  account.emit("customer.subscription.created", "subscription", started);
  return started;
}

function payFirst(
  account: Account,
  subscriptionId: string,
  invoiceId: string,
  behavior: CreateParams["payment_behavior"],
): void {
  const subscription = account.get("subscription", subscriptionId);
  const invoice = account.get("invoice", invoiceId);
  if (behavior !== "default_incomplete" || invoice.amount_due === 0) {
    const result = chargeInvoice(account, invoice, { method: methodOf(account, subscription) });
    if (result.kind === "paid") return;
    if (behavior === "error_if_incomplete") throw declined(result, { keepWork: false });
  }
  account.change("subscription", subscriptionId, { status: "incomplete" });
  account.schedule(account.clock.now() + incompleteSeconds, "expire_incomplete", subscriptionId);
}

function pricesOf(account: Account, { items, currency }: CreateParams): PriceRow[] {
  if (items.length === 0)
    throw invalid("Missing required param: items.", { code: "parameter_missing", param: "items" });
  const first = account.get("price", items[0]!.price, "items[0][price]");
  const wanted = currency?.toLowerCase() ?? first.currency;
  return items.map(({ price }, index) =>
    recurringPrice(account, wanted, price, `items[${index}][price]`),
  );
}

/** Unix seconds; null without a trial. */
function trialEndOf(
  account: Account,
  { trial_end: end, trial_period_days: days }: CreateParams,
): number | null {
  if (end !== undefined && days !== undefined)
    throw invalid("You may only specify one of these parameters: trial_end, trial_period_days.", {
      param: "trial_end",
    });
  if (end === "now" || (end === undefined && !days)) return null;
  const at = end ?? account.clock.now() + days! * 86_400;
  if (at <= account.clock.now())
    throw invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", {
      param: "trial_end",
    });
  return at;
}

function methodFor(
  account: Account,
  customer: Stripe.Customer,
  { default_payment_method: given }: CreateParams,
): string | null {
  if (given) account.get("payment_method", given, "default_payment_method");
  return given ?? (customer.invoice_settings.default_payment_method as string | null);
}
