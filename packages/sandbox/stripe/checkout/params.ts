import type Stripe from "stripe";
import type { z } from "zod";
import { currency, priceFields, productData, recurring } from "../catalog/create-price.ts";
import { checkoutLocale } from "../locales.ts";
import { discountParams } from "../discounts/params.ts";
import { paginationParams } from "../protocol/list.ts";
import {
  amount,
  decimal,
  flag,
  integer,
  listOf,
  metadata,
  oneOf,
  range,
  schemaFor,
  text,
  unsettable,
  url,
} from "../protocol/params.ts";

type Create = Stripe.Checkout.SessionCreateParams;

const quantity = integer.refine(
  (value) => value >= 1,
  "This value must be greater than or equal to 1.",
);

const lineItem = schemaFor<Create["line_items"] extends (infer L)[] | undefined ? L : never>()({
  adjustable_quantity: schemaFor<Stripe.Checkout.SessionCreateParams.LineItem.AdjustableQuantity>()(
    {
      enabled: flag,
      maximum: integer.optional(),
      minimum: integer.optional(),
    },
  ).optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  price_data: schemaFor<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>()({
    currency,
    product: text.optional(),
    product_data: schemaFor<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>()({
      name: text,
      description: text.optional(),
      images: listOf(url).optional(),
      metadata: metadata.optional(),
      tax_code: productData.shape.tax_code,
      unit_label: text.optional(),
    }).optional(),
    recurring: recurring.optional(),
    tax_behavior: priceFields.tax_behavior,
    unit_amount: amount.optional(),
    unit_amount_decimal: decimal.optional(),
  }).optional(),
  quantity: quantity.optional(),
});

const customMessage = unsettable(
  schemaFor<Stripe.Checkout.SessionCreateParams.CustomText.Submit>()({ message: text.max(1200) }),
).optional();

const subscriptionData = schemaFor<Stripe.Checkout.SessionCreateParams.SubscriptionData>()({
  description: text.optional(),
  metadata: metadata.optional(),
  trial_end: integer.optional(),
  trial_period_days: quantity.optional(),
  trial_settings: schemaFor<Stripe.Checkout.SessionCreateParams.SubscriptionData.TrialSettings>()({
    end_behavior:
      schemaFor<Stripe.Checkout.SessionCreateParams.SubscriptionData.TrialSettings.EndBehavior>()({
        missing_payment_method: oneOf("cancel", "create_invoice", "pause"),
      }),
  }).optional(),
});

const invoiceCreation = schemaFor<Stripe.Checkout.SessionCreateParams.InvoiceCreation>()({
  enabled: flag,
  invoice_data: schemaFor<Stripe.Checkout.SessionCreateParams.InvoiceCreation.InvoiceData>()({
    description: text.optional(),
    footer: text.optional(),
    metadata: metadata.optional(),
  }).optional(),
});

/** The parameters of `checkout.sessions.create` that the stand-in supports. */
export const createCheckoutSessionParams = schemaFor<Create>()({
  adaptive_pricing: schemaFor<Stripe.Checkout.SessionCreateParams.AdaptivePricing>()({
    enabled: flag.optional(),
  }).optional(),
  allow_promotion_codes: flag.optional(),
  automatic_tax: schemaFor<Stripe.Checkout.SessionCreateParams.AutomaticTax>()({
    enabled: flag,
  }).optional(),
  billing_address_collection: oneOf("auto", "required").optional(),
  cancel_url: url.optional(),
  client_reference_id: text.max(200).optional(),
  consent_collection: schemaFor<Stripe.Checkout.SessionCreateParams.ConsentCollection>()({
    promotions: oneOf("auto", "none").optional(),
    terms_of_service: oneOf("none", "required").optional(),
  }).optional(),
  currency: currency.optional(),
  custom_text: schemaFor<Stripe.Checkout.SessionCreateParams.CustomText>()({
    after_submit: customMessage,
    submit: customMessage,
    terms_of_service_acceptance: customMessage,
  }).optional(),
  customer: text.optional(),
  customer_creation: oneOf("always", "if_required").optional(),
  customer_email: text.optional(),
  customer_update: schemaFor<Stripe.Checkout.SessionCreateParams.CustomerUpdate>()({
    address: oneOf("auto", "never").optional(),
    name: oneOf("auto", "never").optional(),
  }).optional(),
  discounts: discountParams.optional(),
  excluded_payment_method_types: listOf(text).optional(),
  expires_at: integer.optional(),
  invoice_creation: invoiceCreation.optional(),
  line_items: listOf(lineItem).optional(),
  locale: checkoutLocale.optional(),
  managed_payments: schemaFor<Stripe.Checkout.SessionCreateParams.ManagedPayments>()({
    enabled: flag.optional(),
  }).optional(),
  metadata: metadata.optional(),
  mode: oneOf("payment", "setup", "subscription").optional(),
  payment_intent_data: schemaFor<Stripe.Checkout.SessionCreateParams.PaymentIntentData>()({
    description: text.optional(),
    metadata: metadata.optional(),
    receipt_email: text.optional(),
    setup_future_usage: oneOf("off_session", "on_session").optional(),
    statement_descriptor: text.max(22).optional(),
  }).optional(),
  payment_method_collection: oneOf("always", "if_required").optional(),
  phone_number_collection: schemaFor<Stripe.Checkout.SessionCreateParams.PhoneNumberCollection>()({
    enabled: flag,
  }).optional(),
  saved_payment_method_options:
    schemaFor<Stripe.Checkout.SessionCreateParams.SavedPaymentMethodOptions>()({
      allow_redisplay_filters: listOf(oneOf("always", "limited", "unspecified")).optional(),
      payment_method_save: oneOf("disabled", "enabled").optional(),
    }).optional(),
  setup_intent_data: schemaFor<Stripe.Checkout.SessionCreateParams.SetupIntentData>()({
    description: text.optional(),
    metadata: metadata.optional(),
  }).optional(),
  submit_type: oneOf("auto", "book", "donate", "pay", "subscribe").optional(),
  subscription_data: subscriptionData.optional(),
  success_url: text.optional(),
  tax_id_collection: schemaFor<Stripe.Checkout.SessionCreateParams.TaxIdCollection>()({
    enabled: flag,
    required: oneOf("if_supported", "never").optional(),
  }).optional(),
  ui_mode: oneOf("hosted_page").optional(),
});

export type SessionParams = z.output<typeof createCheckoutSessionParams>;
export type LineParams = z.output<typeof lineItem>;

export const listSessionParams = schemaFor<Stripe.Checkout.SessionListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  customer_details: schemaFor<Stripe.Checkout.SessionListParams.CustomerDetails>()({
    email: text,
  }).optional(),
  payment_intent: text.optional(),
  status: oneOf("complete", "expired", "open").optional(),
  subscription: text.optional(),
});
