import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { PriceRow, SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { computePeriodEnd } from "./compute-period-end.ts";
import { buildSubscriptionItem } from "./plan-items.ts";
import { scheduleRenewal } from "./renew-subscription.ts";
import { scheduleTrial } from "./trial.ts";

export interface NewSubscription {
  customer: string;
  currency: string;
  items: { price: PriceRow; quantity: number; metadata?: Stripe.Metadata }[];
  defaultPaymentMethod: string | null;
  billingMode?: "classic" | "flexible" | undefined;
  /** How many days the customer has to pay an emailed invoice; null if invoices are charged automatically. */
  daysUntilDue?: number | null | undefined;
  automaticTax: boolean;
  /** Whether Link is the seller. */
  isManaged?: boolean;
  description: string | null;
  metadata: Stripe.Metadata;
  /** Unix seconds; null without a trial. */
  trialEnd: number | null;
  /** Whether the card of a payment in the browser pays the renewals. */
  savesPaymentMethod?: "off" | "on_subscription";
  missingPaymentMethod: "cancel" | "create_invoice" | "pause" | undefined;
}

/** Stores a subscription that is trialing or active from now. The caller emits `customer.subscription.created`. */
export function startSubscription(
  account: Account,
  start: NewSubscription,
): { subscription: SubscriptionRow; items: SubscriptionItemRow[] } {
  const now = account.clock.now();
  const id = newId("subscription");
  const items = start.items.map(({ price, quantity, metadata }) =>
    buildSubscriptionItem(
      id,
      price,
      { quantity, metadata },
      { start: now, end: start.trialEnd ?? computePeriodEnd(now, price.recurring!), created: now },
    ),
  );
  const subscription: SubscriptionRow = {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: start.automaticTax,
      liability: start.automaticTax ? { type: "self" } : null,
    },
    billing_cycle_anchor: start.trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode:
      start.billingMode === "classic"
        ? { flexible: null, type: "classic" }
        : { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: start.daysUntilDue == null ? "charge_automatically" : "send_invoice",
    created: now,
    currency: start.currency,
    customer: start.customer,
    customer_account: null,
    days_until_due: start.daysUntilDue ?? null,
    default_payment_method: start.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: start.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: start.isManaged ? { enabled: true } : null,
    metadata: start.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: start.savesPaymentMethod ?? "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: start.trialEnd === null ? "active" : "trialing",
    test_clock: account.clock.testClock(),
    transfer_data: null,
    trial_end: start.trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: start.missingPaymentMethod ?? "create_invoice",
      },
    },
    trial_start: start.trialEnd === null ? null : now,
  };
  account.create("subscription", subscription);
  for (const item of items) account.create("subscription_item", item);
  if (start.trialEnd === null) scheduleRenewal(account, id);
  else scheduleTrial(account, id, start.trialEnd);
  return { subscription, items };
}
