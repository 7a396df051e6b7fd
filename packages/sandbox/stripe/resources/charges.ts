import type Stripe from "stripe";
import { endpoint, idLink, includedLink, type Feature } from "../feature.ts";
import { assertAmount } from "../payments/assert-amount.ts";
import { capturePaymentIntent } from "../payments/capture-payment-intent.ts";
import { assertIntentStatus } from "../payments/confirm-payment-intent.ts";
import {
  capturePlainCharge,
  createPlainCharge,
  expireCharge,
  resolveSource,
} from "../payments/plain-charge.ts";
import { shippingParams, toShipping } from "../payments/shipping.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
  toEmbeddedList,
} from "../protocol/list.ts";
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  omitUndefined,
  oneOf,
  range,
  schemaFor,
  text,
} from "../protocol/params.ts";
import { searchEndpoint } from "../protocol/search.ts";

const path = "/v1/charges";

const statementText = text.max(22, "The statement descriptor must be at most 22 characters.");

const listParams = schemaFor<Stripe.ChargeListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
});
const createParams = schemaFor<Stripe.ChargeCreateParams>()({
  amount: integer,
  capture: flag.optional(),
  currency: text.transform((code) => code.toLowerCase()),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  shipping: shippingParams.optional(),
  source: text.optional(),
  statement_descriptor: statementText.optional(),
  statement_descriptor_suffix: statementText.optional(),
});
const updateParams = schemaFor<Stripe.ChargeUpdateParams>()({
  customer: text.optional(),
  description: text.optional(),
  fraud_details: schemaFor<Stripe.ChargeUpdateParams.FraudDetails>()({
    user_report: oneOf("fraudulent", "safe"),
  }).optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  shipping: shippingParams.optional(),
});
const captureParams = schemaFor<Stripe.ChargeCaptureParams>()({
  amount: integer.optional(),
  receipt_email: text.optional(),
  statement_descriptor: statementText.optional(),
  statement_descriptor_suffix: statementText.optional(),
});

const searchFields = [
  "amount",
  "created",
  "currency",
  "customer",
  "disputed",
  "metadata",
  "payment_method_details.card.brand",
  "payment_method_details.card.exp_month",
  "payment_method_details.card.exp_year",
  "payment_method_details.card.fingerprint",
  "payment_method_details.card.last4",
  "payment_method_details.sepa_debit.last4",
  "refunded",
  "status",
];

/** Charges: those of payment intents, and those that a program creates itself. */
export const charges: Feature = {
  objectTypes: [
    {
      type: "charge",
      links: {
        customer: idLink("customer"),
        balance_transaction: idLink("balance_transaction"),
        payment_intent: idLink("payment_intent"),
        review: idLink("review"),
        refunds: includedLink("refund", (account, charge) =>
          toEmbeddedList(
            account,
            "refund",
            `/v1/charges/${charge}/refunds`,
            account.objects.findAll("refund", [{ field: "charge", equals: charge }]).toReversed(),
          ),
        ),
      },
    },
  ],
  endpoints: [
    endpoint("POST", path, createParams, (account, params) => {
      assertAmount(params.amount, params.currency);
      const card = resolveSource(account, { source: params.source, customer: params.customer });
      const charge = createPlainCharge(
        account,
        {
          id: null,
          amount: params.amount,
          capture_method: (params.capture ?? true) ? "automatic" : "manual",
          currency: params.currency,
          customer: params.customer ?? null,
          description: params.description ?? null,
          metadata: mergeMetadata({}, params.metadata),
          receipt_email: params.receipt_email ?? null,
          shipping: params.shipping ? toShipping(params.shipping) : null,
          statement_descriptor: params.statement_descriptor ?? null,
          statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
        },
        card,
      );
      return account.serialize("charge", charge);
    }),
    endpoint("GET", path, listParams, (account, { created, customer, payment_intent, ...cursor }) =>
      listObjects(
        account,
        "charge",
        path,
        [...filterByFields({ customer, payment_intent }), ...filterByCreated(created)],
        cursor,
      ),
    ),
    searchEndpoint("charge", `${path}/search`, searchFields),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: charge = "" }) =>
      account.serialize("charge", account.get("charge", charge)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id = "" }) => {
      const charge = account.get("charge", id);
      const { customer, metadata: given, shipping: to, ...change } = params;
      if (customer !== undefined) {
        account.get("customer", customer, "customer");
        if (charge.customer !== null && charge.customer !== customer)
          throw invalidRequestError(
            `You cannot change the customer of a charge that already has one (${String(charge.customer)}).`,
            { param: "customer" },
          );
      }
      const updated = account.update(
        "charge",
        id,
        {
          ...omitUndefined({ ...change, customer }),
          metadata: mergeMetadata(charge.metadata, given),
          ...(to && { shipping: toShipping(to) }),
        },
        "charge.updated",
      );
      return account.serialize("charge", updated);
    }),
    endpoint("POST", `${path}/:id/capture`, captureParams, (account, params, { id = "" }) => {
      const charge = account.get("charge", id);
      const { amount, ...change } = params;
      if (charge.captured)
        throw invalidRequestError(`Charge ${id} has already been captured.`, {
          code: "charge_already_captured",
        });
      account.update("charge", id, omitUndefined(change));
      if (charge.payment_intent) {
        const intent = account.get("payment_intent", charge.payment_intent as string);
        assertIntentStatus(account, intent, "capture", ["requires_capture"]);
        capturePaymentIntent(account, intent, amount);
      } else capturePlainCharge(account, charge, amount);
      return account.serialize("charge", account.get("charge", id));
    }),
  ],
  jobs: { expire_charge: expireCharge },
};
