import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { assertSetupStatus, confirmSetupIntent } from "../payments/confirm-setup-intent.ts";
import { assertReturnUrl, toAutomaticMethods } from "../payments/payment-intent.ts";
import { resolvePaymentMethod } from "../payments/resolve-payment-method.ts";
import { cancelSetupIntent, createSetupIntent } from "../payments/setup-intent.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import {
  flag,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  omitUndefined,
  oneOf,
  range,
  schemaFor,
  text,
  url,
} from "../protocol/params.ts";
import type { SetupIntentRow } from "../store/rows.ts";

const path = "/v1/setup_intents";

const createParams = schemaFor<Stripe.SetupIntentCreateParams>()({
  allowed_payment_method_types: listOf(oneOf("card")).optional(),
  automatic_payment_methods: schemaFor<Stripe.SetupIntentCreateParams.AutomaticPaymentMethods>()({
    allow_redirects: oneOf("always", "never").optional(),
    enabled: flag,
  }).optional(),
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  return_url: url.optional(),
  usage: oneOf("off_session", "on_session").optional(),
});
const updateParams = schemaFor<Stripe.SetupIntentUpdateParams>()({
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
});
const confirmParams = schemaFor<Stripe.SetupIntentConfirmParams>()({
  payment_method: text.optional(),
  return_url: url.optional(),
});
const cancelParams = schemaFor<Stripe.SetupIntentCancelParams>()({
  cancellation_reason: oneOf("abandoned", "duplicate", "requested_by_customer").optional(),
});

const open = ["requires_payment_method", "requires_confirmation", "requires_action"] as const;

const listParams = schemaFor<Stripe.SetupIntentListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  payment_method: text.optional(),
});

/** Setup intents: those that a program creates, and those of Checkout in `setup` mode and for free trials. */
export const setupIntents: Feature = {
  objectTypes: [
    {
      type: "setup_intent",
      links: { customer: idLink("customer"), payment_method: idLink("payment_method") },
    },
  ],
  endpoints: [
    endpoint("GET", path, listParams, (account, { created, customer, payment_method, ...cursor }) =>
      listObjects(
        account,
        "setup_intent",
        path,
        [...filterByFields({ customer, payment_method }), ...filterByCreated(created)],
        cursor,
      ),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: intent = "" }) =>
      show(account, account.get("setup_intent", intent)),
    ),
    endpoint("POST", path, createParams, (account, params) => {
      if (params.return_url && !params.confirm)
        throw invalidRequestError("You can only provide `return_url` when `confirm` is `true`.", {
          param: "return_url",
        });
      if (params.customer) account.get("customer", params.customer, "customer");
      const method =
        params.payment_method === undefined
          ? null
          : resolvePaymentMethod(account, params.payment_method, params.customer ?? null);
      const intent = createSetupIntent(account, {
        allowed_payment_method_types: params.allowed_payment_method_types ?? null,
        automatic_payment_methods: toAutomaticMethods(params.automatic_payment_methods),
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: method?.id ?? null,
        payment_method_types: ["card"],
        status: method ? "requires_confirmation" : "requires_payment_method",
        usage: params.usage ?? "off_session",
        _confirmation: null,
      });
      return show(account, params.confirm ? confirm(account, intent, params.return_url) : intent);
    }),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id = "" }) => {
      const intent = account.get("setup_intent", id);
      const { metadata: given, payment_method: methodId, ...change } = params;
      if (methodId !== undefined || change.customer !== undefined)
        assertSetupStatus(intent, "update", [...open]);
      if (change.customer) account.get("customer", change.customer, "customer");
      const customer = change.customer ?? (intent.customer as string | null);
      const method =
        methodId === undefined ? null : resolvePaymentMethod(account, methodId, customer);
      const updated = account.update("setup_intent", id, {
        ...omitUndefined(change),
        metadata: mergeMetadata(intent.metadata ?? {}, given),
        ...(method && { payment_method: method.id, status: "requires_confirmation" as const }),
      });
      return show(account, updated);
    }),
    endpoint("POST", `${path}/:id/confirm`, confirmParams, (account, params, { id = "" }) => {
      const intent = account.get("setup_intent", id);
      assertSetupStatus(intent, "confirm", [...open]);
      return show(account, confirm(account, intent, params.return_url, params.payment_method));
    }),
    endpoint("POST", `${path}/:id/cancel`, cancelParams, (account, params, { id = "" }) => {
      assertSetupStatus(account.get("setup_intent", id), "cancel", [...open]);
      cancelSetupIntent(account, id, params.cancellation_reason ?? null);
      return show(account, account.get("setup_intent", id));
    }),
  ],
};

const show = (account: Account, intent: SetupIntentRow) =>
  account.serialize("setup_intent", intent);

function confirm(
  account: Account,
  intent: SetupIntentRow,
  returnUrl: string | undefined,
  given?: string,
): SetupIntentRow {
  const id = given ?? (intent.payment_method as string | null);
  if (!id)
    throw invalidRequestError(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { code: "setup_intent_unexpected_state" },
    );
  const method = resolvePaymentMethod(account, id, intent.customer as string | null);
  assertReturnUrl(intent, returnUrl);
  return confirmSetupIntent(account, intent, method, returnUrl ?? null);
}
