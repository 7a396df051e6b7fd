import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { isOngoing } from "../billing/subscription-status.ts";
import { portalLocale } from "../locales.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId, randomText } from "../protocol/ids.ts";
import { oneOf, schemaFor, text, url } from "../protocol/params.ts";
import { getOrCreateDefaultConfiguration } from "./configuration.ts";

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData;

/** The parameters of `billingPortal.sessions.create`. Only two flow types are supported. */
export const createPortalSessionParams = schemaFor<Stripe.BillingPortal.SessionCreateParams>()({
  configuration: text.optional(),
  customer: text,
  flow_data: schemaFor<Flow>()({
    after_completion: schemaFor<NonNullable<Flow["after_completion"]>>()({
      hosted_confirmation: schemaFor<
        NonNullable<NonNullable<Flow["after_completion"]>["hosted_confirmation"]>
      >()({ custom_message: text.optional() }).optional(),
      redirect: schemaFor<NonNullable<NonNullable<Flow["after_completion"]>["redirect"]>>()({
        return_url: url,
      }).optional(),
      type: oneOf("hosted_confirmation", "portal_homepage", "redirect"),
    }).optional(),
    subscription_cancel: schemaFor<NonNullable<Flow["subscription_cancel"]>>()({
      subscription: text,
    }).optional(),
    type: oneOf("payment_method_update", "subscription_cancel"),
  }).optional(),
  locale: portalLocale.optional(),
  return_url: url.optional(),
});
type SessionParams = z.output<typeof createPortalSessionParams>;

/**
 * Creates a portal session for a customer.
 * @throws ApiError for an inactive configuration, or a flow that the configuration or subscription doesn't allow.
 */
export function createPortalSession(
  account: Account,
  params: SessionParams,
): Stripe.BillingPortal.Session {
  account.get("customer", params.customer, "customer");
  const configuration = params.configuration
    ? account.get("billing_portal.configuration", params.configuration, "configuration")
    : getOrCreateDefaultConfiguration(account);
  if (!configuration.active)
    throw invalidRequestError("The configuration specified is inactive.", {
      param: "configuration",
    });
  const id = newId("billing_portal.session");
  return account.create(
    "billing_portal.session",
    {
      id,
      object: "billing_portal.session",
      configuration: configuration.id,
      created: account.clock.now(),
      customer: params.customer,
      customer_account: null,
      flow: buildFlow(account, configuration, params),
      livemode: false,
      locale: params.locale ?? null,
      on_behalf_of: null,
      return_url: params.return_url ?? configuration.default_return_url,
      url: `${account.serverUrl}/portal/${id}#${randomText(16)}`,
    },
    "billing_portal.session.created",
  );
}

function buildFlow(
  account: Account,
  { features }: Stripe.BillingPortal.Configuration,
  { customer, flow_data: flow }: SessionParams,
): Stripe.BillingPortal.Session.Flow | null {
  if (!flow) return null;
  const feature =
    flow.type === "subscription_cancel"
      ? features.subscription_cancel
      : features.payment_method_update;
  if (!feature.enabled)
    throw invalidRequestError(
      `This configuration does not have the feature of the flow \`${flow.type}\` enabled.`,
      { param: "flow_data[type]" },
    );
  if (flow.type === "subscription_cancel") {
    const param = "flow_data[subscription_cancel][subscription]";
    const id = flow.subscription_cancel?.subscription;
    if (!id)
      throw invalidRequestError(`Missing required param: ${param}.`, {
        code: "parameter_missing",
        param,
      });
    const subscription = account.get("subscription", id, param);
    if (subscription.customer !== customer || !isOngoing(subscription))
      throw invalidRequestError("The subscription cannot be canceled by this customer.", { param });
    if (subscription.cancel_at !== null)
      throw invalidRequestError(
        "The subscription in `flow_data[subscription_cancel][subscription]` is already set to be canceled.",
        { param },
      );
  }
  const after = flow.after_completion;
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? "portal_homepage",
    },
    customer_update: null,
    subscription_cancel:
      flow.type === "subscription_cancel"
        ? { retention: null, subscription: flow.subscription_cancel!.subscription }
        : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: flow.type,
  };
}
