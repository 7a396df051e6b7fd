import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { attachOrCreatePaymentMethod } from "../payments/attach-or-create-payment-method.ts";
import { detachPaymentMethod } from "../payments/detach-payment-method.ts";
import { createPaymentMethod } from "../payments/payment-method.ts";
import { findTestTokenNumber } from "../payments/test-tokens.ts";
import { invalidRequestError, resourceMissingError } from "../protocol/errors.ts";
import { filterByFields, listObjects, paginationParams } from "../protocol/list.ts";
import {
  address,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  omitUndefined,
  oneOf,
  schemaFor,
  text,
  unsettable,
} from "../protocol/params.ts";

const path = "/v1/payment_methods";

const listParams = schemaFor<Stripe.PaymentMethodListParams>()({
  ...paginationParams,
  customer: text.optional(),
  type: text.optional(),
});
const createParams = schemaFor<Stripe.PaymentMethodCreateParams>()({
  billing_details: schemaFor<Stripe.PaymentMethodCreateParams.BillingDetails>()({
    address: address.optional(),
    email: text.optional(),
    name: text.optional(),
    phone: text.optional(),
  }).optional(),
  card: schemaFor<Partial<Stripe.PaymentMethodCreateParams.Card & { token: string }>>()({
    cvc: text.optional(),
    exp_month: integer.optional(),
    exp_year: integer.optional(),
    number: text.optional(),
    token: text.optional(),
  }),
  metadata: metadata.optional(),
  type: oneOf("card"),
});
const updateParams = schemaFor<Stripe.PaymentMethodUpdateParams>()({
  allow_redisplay: oneOf("always", "limited", "unspecified").optional(),
  billing_details: schemaFor<Stripe.PaymentMethodUpdateParams.BillingDetails>()({
    address: unsettable(address).optional(),
    email: unsettable(text).optional(),
    name: unsettable(text).optional(),
    phone: unsettable(text).optional(),
  }).optional(),
  card: schemaFor<Stripe.PaymentMethodUpdateParams.Card>()({
    exp_month: integer.optional(),
    exp_year: integer.optional(),
  }).optional(),
  metadata: metadata.optional(),
});
const attachParams = schemaFor<Stripe.PaymentMethodAttachParams>()({ customer: text });

export const paymentMethods: Feature = {
  objectTypes: [{ type: "payment_method", links: { customer: idLink("customer") } }],
  endpoints: [
    endpoint(
      "POST",
      path,
      createParams,
      (account, { billing_details: billing, card, metadata: given }) => {
        const number = card.token
          ? findTestTokenNumber(card.token)
          : card.number?.replaceAll(" ", "");
        if (!number)
          throw card.token
            ? resourceMissingError("token", card.token, "card[token]")
            : invalidRequestError("Missing required param: card[number].", {
                code: "parameter_missing",
                param: "card[number]",
              });
        const { id, billing_details: details } = createPaymentMethod(account, {
          type: "card",
          number,
          expMonth: card.exp_month,
          expYear: card.exp_year,
          name: billing?.name,
          email: billing?.email,
          address: billing?.address,
        });
        const method = account.update("payment_method", id, {
          billing_details: { ...details, phone: billing?.phone ?? null },
          metadata: mergeMetadata({}, given),
        });
        return account.serialize("payment_method", method);
      },
    ),
    endpoint("GET", path, listParams, (account, { customer, type, ...cursor }) =>
      listObjects(account, "payment_method", path, filterByFields({ customer, type }), cursor),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: method = "" }) =>
      account.serialize("payment_method", account.get("payment_method", method)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id = "" }) => {
      const method = account.get("payment_method", id);
      // Stripe refuses it for a method that can be used once only.
      if (method.customer === null)
        throw invalidRequestError(
          "You must save this PaymentMethod to a customer before you can update it.",
        );
      const {
        allow_redisplay: redisplay,
        billing_details: billing,
        card,
        metadata: given,
      } = params;
      const updated = account.update(
        "payment_method",
        id,
        {
          ...omitUndefined({ allow_redisplay: redisplay }),
          metadata: mergeMetadata(method.metadata ?? {}, given),
          billing_details: { ...method.billing_details, ...omitUndefined(billing ?? {}) },
          ...(method.card && { card: { ...method.card, ...omitUndefined(card ?? {}) } }),
        },
        "payment_method.updated",
      );
      return account.serialize("payment_method", updated);
    }),
    endpoint(
      "POST",
      `${path}/:id/attach`,
      attachParams,
      (account, { customer }, { id: method = "" }) => {
        account.get("customer", customer, "customer");
        return account.serialize(
          "payment_method",
          attachOrCreatePaymentMethod(account, method, customer),
        );
      },
    ),
    endpoint("POST", `${path}/:id/detach`, noParams, (account, _params, { id: method = "" }) =>
      account.serialize("payment_method", detachPaymentMethod(account, method)),
    ),
    endpoint(
      "GET",
      "/v1/customers/:customer/payment_methods/:id",
      noParams,
      (account, _params, { customer = "", id = "" }) => {
        account.get("customer", customer);
        const method = account.get("payment_method", id);
        if (method.customer !== customer) throw resourceMissingError("payment_method", id);
        return account.serialize("payment_method", method);
      },
    ),
    endpoint(
      "GET",
      "/v1/customers/:id/payment_methods",
      listParams.omit({ customer: true }),
      (account, { type, ...cursor }, { id: customer = "" }) => {
        account.get("customer", customer);
        const url = `/v1/customers/${customer}/payment_methods`;
        return listObjects(
          account,
          "payment_method",
          url,
          filterByFields({ customer, type }),
          cursor,
        );
      },
    ),
  ],
};
