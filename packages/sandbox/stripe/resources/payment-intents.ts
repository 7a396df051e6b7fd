import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { endpoint, type Feature } from "../feature.ts";
import { assertAmount } from "../payments/assert-amount.ts";
import {
  cancelPaymentIntent,
  capturePaymentIntent,
  expireAuthorization,
} from "../payments/capture-payment-intent.ts";
import { assertIntentStatus, confirmPaymentIntent } from "../payments/confirm-payment-intent.ts";
import {
  assertReturnUrl,
  createPaymentIntent,
  toAutomaticMethods,
} from "../payments/payment-intent.ts";
import { resolvePaymentMethod } from "../payments/resolve-payment-method.ts";
import { shippingParams, toShipping } from "../payments/shipping.ts";
import { ApiError, invalidRequestError } from "../protocol/errors.ts";
import {
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  omitUndefined,
  oneOf,
  schemaFor,
  text,
  unsettable,
  url,
} from "../protocol/params.ts";
import type { PaymentIntentRow } from "../store/rows.ts";

const path = "/v1/payment_intents";

const usage = oneOf("off_session", "on_session");
/** `one_off` and `recurring` are older words for true. */
const offSessionParam = flag.or(oneOf("one_off", "recurring").transform(() => true));

const createParams = schemaFor<Stripe.PaymentIntentCreateParams>()({
  allowed_payment_method_types: listOf(oneOf("card")).optional(),
  amount: integer,
  automatic_payment_methods: schemaFor<Stripe.PaymentIntentCreateParams.AutomaticPaymentMethods>()({
    allow_redirects: oneOf("always", "never").optional(),
    enabled: flag,
  }).optional(),
  capture_method: oneOf("automatic", "automatic_async", "manual").optional(),
  confirm: flag.optional(),
  confirmation_method: oneOf("automatic", "manual").optional(),
  currency: text.transform((code) => code.toLowerCase()),
  customer: text.optional(),
  description: text.optional(),
  error_on_requires_action: flag.optional(),
  metadata: metadata.optional(),
  off_session: offSessionParam.optional(),
  payment_method: text.optional(),
  receipt_email: text.optional(),
  return_url: url.optional(),
  setup_future_usage: usage.optional(),
  shipping: shippingParams.optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
});
const updateParams = schemaFor<Stripe.PaymentIntentUpdateParams>()({
  amount: integer.optional(),
  currency: text.transform((code) => code.toLowerCase()).optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  receipt_email: unsettable(text).optional(),
  setup_future_usage: unsettable(usage).optional(),
  shipping: unsettable(shippingParams).optional(),
});
const confirmParams = schemaFor<Stripe.PaymentIntentConfirmParams>()({
  error_on_requires_action: flag.optional(),
  off_session: offSessionParam.optional(),
  payment_method: text.optional(),
  receipt_email: unsettable(text).optional(),
  return_url: url.optional(),
  setup_future_usage: unsettable(usage).optional(),
});
const captureParams = schemaFor<Stripe.PaymentIntentCaptureParams>()({
  amount_to_capture: integer.optional(),
  metadata: metadata.optional(),
});
const cancelParams = schemaFor<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: oneOf(
    "abandoned",
    "duplicate",
    "fraudulent",
    "requested_by_customer",
  ).optional(),
});
const beforePayment = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
] as const;

/** Payment intents that a program creates itself: create, update, confirm, capture and cancel. */
export const paymentIntents: Feature = {
  endpoints: [
    endpoint("POST", path, createParams, (account, params) => {
      for (const param of ["error_on_requires_action", "off_session", "return_url"] as const)
        if (!params.confirm && params[param] !== undefined)
          throw invalidRequestError(
            `You can only provide \`${param}\` when \`confirm\` is \`true\`.`,
            { param },
          );
      const intent = create(account, params);
      if (!params.confirm) return show(account, intent);
      // The test method `pm_card_visa` has become a method of its own.
      return show(account, confirm(account, intent, { ...params, payment_method: undefined }));
    }),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id = "" }) =>
      show(account, update(account, account.get("payment_intent", id), params)),
    ),
    endpoint("POST", `${path}/:id/confirm`, confirmParams, (account, params, { id = "" }) => {
      const intent = account.get("payment_intent", id);
      assertIntentStatus(account, intent, "confirm", [...beforePayment]);
      const changed = account.update("payment_intent", id, {
        ...omitUndefined({
          receipt_email: params.receipt_email,
          setup_future_usage: params.setup_future_usage,
        }),
      });
      return show(account, confirm(account, changed, params));
    }),
    endpoint("POST", `${path}/:id/capture`, captureParams, (account, params, { id = "" }) => {
      const intent = account.get("payment_intent", id);
      assertIntentStatus(account, intent, "capture", ["requires_capture"]);
      account.update("payment_intent", id, {
        metadata: mergeMetadata(intent.metadata, params.metadata),
      });
      return show(account, capturePaymentIntent(account, intent, params.amount_to_capture));
    }),
    endpoint("POST", `${path}/:id/cancel`, cancelParams, (account, params, { id = "" }) => {
      const intent = account.get("payment_intent", id);
      assertIntentStatus(account, intent, "cancel", [...beforePayment, "requires_capture"]);
      return show(
        account,
        cancelPaymentIntent(account, intent, params.cancellation_reason ?? null),
      );
    }),
  ],
  jobs: { expire_authorization: expireAuthorization },
};

const show = (account: Account, intent: PaymentIntentRow) =>
  account.serialize("payment_intent", intent);

type CreateParams = ReturnType<(typeof createParams)["parse"]>;

function create(account: Account, params: CreateParams): PaymentIntentRow {
  assertAmount(params.amount, params.currency);
  if (params.customer) account.get("customer", params.customer, "customer");
  const { automatic_payment_methods: automatic, allowed_payment_method_types: allowed } = params;
  const method =
    params.payment_method === undefined
      ? null
      : resolvePaymentMethod(account, params.payment_method, params.customer ?? null);
  return createPaymentIntent(account, {
    amount: params.amount,
    currency: params.currency,
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    receiptEmail: params.receipt_email ?? null,
    setupFutureUsage: params.setup_future_usage ?? null,
    paymentMethodTypes: ["card"],
    statementDescriptor: params.statement_descriptor ?? null,
    requested: {
      allowed_payment_method_types: allowed ?? null,
      automatic_payment_methods: toAutomaticMethods(automatic),
      capture_method: params.capture_method ?? "automatic_async",
      confirmation_method: params.confirmation_method ?? "automatic",
      payment_method: method?.id ?? null,
      payment_method_options: {
        card: {
          installments: null,
          mandate_options: null,
          network: null,
          request_three_d_secure: "automatic",
        },
      },
      shipping: params.shipping ? toShipping(params.shipping) : null,
      statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
      status: method ? "requires_confirmation" : "requires_payment_method",
      _confirmation: null,
    },
  });
}

function update(
  account: Account,
  intent: PaymentIntentRow,
  params: ReturnType<(typeof updateParams)["parse"]>,
): PaymentIntentRow {
  const { metadata: given, shipping: to, payment_method: methodId, ...change } = params;
  const { amount, currency, customer, setup_future_usage: saves } = change;
  if ([amount, currency, customer, saves, methodId].some((value) => value !== undefined))
    assertIntentStatus(account, intent, "update", [...beforePayment]);
  if (amount !== undefined || currency !== undefined)
    assertAmount(amount ?? intent.amount, currency ?? intent.currency);
  if (customer) account.get("customer", customer, "customer");
  const method =
    methodId === undefined
      ? null
      : resolvePaymentMethod(account, methodId, customer ?? (intent.customer as string | null));
  return account.update("payment_intent", intent.id, {
    ...omitUndefined(change),
    metadata: mergeMetadata(intent.metadata, given),
    ...(to !== undefined && { shipping: to && toShipping(to) }),
    ...(method && { payment_method: method.id, status: "requires_confirmation" as const }),
  });
}

function confirm(
  account: Account,
  intent: PaymentIntentRow,
  params: {
    payment_method?: string | undefined;
    return_url?: string | undefined;
    off_session?: boolean | undefined;
    error_on_requires_action?: boolean | undefined;
  },
): PaymentIntentRow {
  const id = params.payment_method ?? (intent.payment_method as string | null);
  if (!id)
    throw new ApiError(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message:
        "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      payment_intent: show(account, intent),
    });
  const customer = intent.customer as string | null;
  const offSession = (params.off_session ?? false) || (params.error_on_requires_action ?? false);
  if (!offSession) assertReturnUrl(intent, params.return_url);
  return confirmPaymentIntent(account, intent, resolvePaymentMethod(account, id, customer), {
    returnUrl: params.return_url ?? null,
    offSession,
  });
}
