import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { cancelReason } from "../billing/cancel-reason.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import {
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  omitUndefined,
  schemaFor,
  text,
  unsettable,
  url,
} from "../protocol/params.ts";

type Configuration = Stripe.BillingPortal.Configuration;
type ConfigurationParams = Stripe.BillingPortal.ConfigurationUpdateParams;
type FeatureParams = Stripe.BillingPortal.ConfigurationUpdateParams.Features;

const proration = oneOf("always_invoice", "create_prorations", "none");

const features = schemaFor<FeatureParams>()({
  customer_update: schemaFor<NonNullable<FeatureParams["customer_update"]>>()({
    allowed_updates: listOf(
      oneOf("address", "email", "name", "phone", "shipping", "tax_id"),
    ).optional(),
    enabled: flag.optional(),
  }).optional(),
  invoice_history: schemaFor<NonNullable<FeatureParams["invoice_history"]>>()({
    enabled: flag,
  }).optional(),
  payment_method_update: schemaFor<NonNullable<FeatureParams["payment_method_update"]>>()({
    enabled: flag,
  }).optional(),
  subscription_cancel: schemaFor<NonNullable<FeatureParams["subscription_cancel"]>>()({
    cancellation_reason: schemaFor<
      NonNullable<NonNullable<FeatureParams["subscription_cancel"]>["cancellation_reason"]>
    >()({
      enabled: flag,
      options: listOf(cancelReason).optional(),
    }).optional(),
    enabled: flag.optional(),
    mode: oneOf("at_period_end", "immediately").optional(),
    proration_behavior: proration.optional(),
  }).optional(),
  subscription_update: schemaFor<NonNullable<FeatureParams["subscription_update"]>>()({
    default_allowed_updates: listOf(oneOf("price", "promotion_code", "quantity")).optional(),
    enabled: flag,
    products: listOf(
      schemaFor<Stripe.BillingPortal.ConfigurationUpdateParams.Features.SubscriptionUpdate.Product>()(
        {
          adjustable_quantity:
            schemaFor<Stripe.BillingPortal.ConfigurationUpdateParams.Features.SubscriptionUpdate.Product.AdjustableQuantity>()(
              { enabled: flag, maximum: integer.optional(), minimum: integer.optional() },
            ).optional(),
          prices: listOf(text),
          product: text,
        },
      ),
    ).optional(),
    proration_behavior: proration.optional(),
  }).optional(),
});

const common = {
  business_profile: schemaFor<NonNullable<ConfigurationParams["business_profile"]>>()({
    headline: unsettable(text.max(60)).optional(),
    privacy_policy_url: unsettable(url).optional(),
    terms_of_service_url: unsettable(url).optional(),
  }).optional(),
  default_return_url: unsettable(url).optional(),
  metadata: metadata.optional(),
  name: unsettable(text).optional(),
};

export const createConfigurationParams =
  schemaFor<Stripe.BillingPortal.ConfigurationCreateParams>()({
    ...common,
    features,
  });
export const updateConfigurationParams = schemaFor<ConfigurationParams>()({
  ...common,
  active: flag.optional(),
  features: features.optional(),
});

/** Creates a configuration. Features that aren't enabled in `params` are off. */
export function createConfiguration(
  account: Account,
  params: z.output<typeof createConfigurationParams>,
  isDefault = false,
): Configuration {
  const now = account.clock.accountNow();
  const empty: Configuration = {
    id: newId("billing_portal.configuration"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: {
        duration: { interval_options: [], type: "indefinite" },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: now,
  };
  return account.create(
    "billing_portal.configuration",
    mergeConfiguration(account, empty, params),
    "billing_portal.configuration.created",
  );
}

export function updateConfiguration(
  account: Account,
  id: string,
  params: z.output<typeof updateConfigurationParams>,
): Configuration {
  const current = account.get("billing_portal.configuration", id);
  return account.update(
    "billing_portal.configuration",
    id,
    mergeConfiguration(account, current, params),
    "billing_portal.configuration.updated",
  );
}

/** Returns the configuration of sessions that don't specify one, and creates it on first use. */
export function getOrCreateDefaultConfiguration(account: Account): Configuration {
  const existing = account.objects.findAll("billing_portal.configuration", [
    { field: "is_default", equals: true },
  ])[0];
  const defaultFeatures = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true },
  };
  return existing ?? createConfiguration(account, { features: defaultFeatures }, true);
}

function mergeConfiguration(
  account: Account,
  current: Configuration,
  {
    features: changes = {},
    metadata: given,
    business_profile: profile,
    ...fields
  }: z.output<typeof updateConfigurationParams>,
): Configuration {
  const { subscription_cancel: cancel, subscription_update: update } = changes;
  const before = current.features;
  const customerUpdate = {
    ...before.customer_update,
    ...omitUndefined(changes.customer_update ?? {}),
  };
  if (customerUpdate.enabled && customerUpdate.allowed_updates.length === 0)
    throw invalidRequestError(
      "You must specify at least one allowed update if `customer_update` is enabled.",
      { param: "features[customer_update][allowed_updates]" },
    );
  return {
    ...current,
    ...omitUndefined(fields),
    business_profile: { ...current.business_profile, ...omitUndefined(profile ?? {}) },
    features: {
      ...before,
      customer_update: customerUpdate,
      invoice_history: changes.invoice_history ?? before.invoice_history,
      payment_method_update: {
        ...before.payment_method_update,
        ...changes.payment_method_update,
      },
      subscription_cancel: {
        ...before.subscription_cancel,
        ...omitUndefined(cancel ?? {}),
        cancellation_reason: {
          ...before.subscription_cancel.cancellation_reason,
          ...omitUndefined(cancel?.cancellation_reason ?? {}),
        },
      },
      subscription_update: {
        ...before.subscription_update,
        ...omitUndefined(update ?? {}),
        products: update?.products
          ? update.products.map((product) => ({
              ...product,
              adjustable_quantity: {
                enabled: product.adjustable_quantity?.enabled ?? false,
                maximum: product.adjustable_quantity?.maximum ?? null,
                minimum: product.adjustable_quantity?.minimum ?? 1,
              },
            }))
          : (before.subscription_update.products ?? null),
      },
    },
    metadata: mergeMetadata(current.metadata ?? {}, given),
    updated: account.clock.accountNow(),
  };
}
