import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { randomText } from "../protocol/ids.ts";
import { mergeMetadata } from "../protocol/params.ts";
import type { SessionPrivate, SessionRow } from "../store/rows.ts";
import { usesManagedPayments } from "./managed-payments.ts";
import type { SessionParams } from "./params.ts";

/** The validated and computed values of a new session. */
export interface SessionInput {
  id: string;
  mode: "payment" | "subscription" | "setup";
  currency: string;
  /** Minor units; null in setup mode. */
  total: number | null;
  expiresAt: number;
  customer: Stripe.Customer | null;
  setupIntent: string | null;
}

/** Builds the row of a new, open session. */
export function buildSessionRow(
  account: Account,
  params: SessionParams,
  { id, mode, currency, total, expiresAt, customer, setupIntent }: SessionInput,
): SessionRow {
  const debit =
    mode !== "setup" &&
    currency === "eur" &&
    !params.excluded_payment_method_types?.includes("sepa_debit");
  const isManaged = usesManagedPayments(account, params);
  const isTaxed = isManaged || (params.automatic_tax?.enabled ?? false);
  const email = customer?.email ?? params.customer_email ?? null;
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: isManaged || (params.adaptive_pricing?.enabled ?? false) },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: {
      enabled: isTaxed,
      liability: isTaxed ? { type: "self" } : null,
      provider: isTaxed ? "stripe" : null,
      status: !isTaxed
        ? null
        : customer?.address?.country
          ? "complete"
          : "requires_location_inputs",
    },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: params.consent_collection
      ? {
          payment_method_reuse_agreement: null,
          promotions: params.consent_collection.promotions ?? "none",
          terms_of_service: params.consent_collection.terms_of_service ?? "none",
        }
      : null,
    created: account.clock.now(),
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: params.custom_text?.after_submit ?? null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: params.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation:
      mode === "payment" && !customer
        ? (params.customer_creation ?? "if_required")
        : mode === "subscription" && !customer
          ? "always"
          : null,
    customer_details: email
      ? {
          address: null,
          business_name: null,
          email,
          individual_name: null,
          name: null,
          phone: null,
          tax_exempt: "none",
          tax_ids: null,
        }
      : null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      mode === "payment"
        ? {
            enabled: isManaged || (params.invoice_creation?.enabled ?? false),
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: params.invoice_creation?.invoice_data?.description ?? null,
              footer: params.invoice_creation?.invoice_data?.footer ?? null,
              issuer: null,
              metadata: mergeMetadata({}, params.invoice_creation?.invoice_data?.metadata),
              rendering_options: null,
            },
          }
        : null,
    livemode: false,
    locale: (params.locale as Stripe.Checkout.Session.Locale | undefined) ?? null,
    managed_payments: { enabled: isManaged },
    metadata: mergeMetadata({}, params.metadata),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      mode === "payment" ? "if_required" : (params.payment_method_collection ?? "always"),
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { request_three_d_secure: "automatic" },
    } as Stripe.Checkout.Session.PaymentMethodOptions,
    payment_method_types: debit ? ["card", "sepa_debit"] : ["card"],
    payment_status: !total ? "no_payment_required" : "unpaid",
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options:
      mode === "payment" && !customer
        ? null
        : {
            allow_redisplay_filters: ["always"],
            payment_method_remove: "disabled",
            payment_method_save: params.saved_payment_method_options?.payment_method_save ?? null,
          },
    setup_intent: setupIntent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    tax_id_collection: {
      enabled: params.tax_id_collection?.enabled ?? false,
      required: params.tax_id_collection?.required ?? "never",
    },
    total_details:
      total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${account.serverUrl}/checkout/${id}#${randomText(16)}`,
    wallet_options: null,
    _private: buildSessionPrivate(params, isManaged),
  };
}

function buildSessionPrivate(
  {
    customer_update: update,
    subscription_data: subscription,
    payment_intent_data: intent,
  }: SessionParams,
  isManaged: boolean,
): SessionPrivate {
  // Managed Payments always saves the name and the address that were entered.
  const fallback = isManaged ? "auto" : "never";
  return {
    customer_update: { address: update?.address ?? fallback, name: update?.name ?? fallback },
    address: null,
    taxId: null,
    subscription_data: subscription
      ? {
          metadata: mergeMetadata({}, subscription.metadata),
          description: subscription.description ?? null,
          trial_end: subscription.trial_end ?? null,
          trial_period_days: subscription.trial_period_days ?? null,
          missing_payment_method:
            subscription.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
        }
      : null,
    payment_intent_data: {
      metadata: mergeMetadata({}, intent?.metadata),
      description: intent?.description ?? null,
      receipt_email: intent?.receipt_email ?? null,
      setup_future_usage: intent?.setup_future_usage ?? null,
      statement_descriptor: intent?.statement_descriptor ?? null,
    },
    attempt: null,
  };
}
