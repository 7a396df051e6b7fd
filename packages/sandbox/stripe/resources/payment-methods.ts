import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { attachOrCreatePaymentMethod } from "../payments/attach-or-create-payment-method.ts";
import { detachPaymentMethod } from "../payments/detach-payment-method.ts";
import { createPaymentMethod } from "../payments/payment-method.ts";
import { findTestTokenNumber } from "../payments/test-tokens.ts";
import { invalidRequestError, resourceMissingError } from "../protocol/errors.ts";
import { filterByFields, listObjects, paginationParams } from "../protocol/list.ts";
import { integer, noParams, oneOf, schemaFor, text } from "../protocol/params.ts";

const path = "/v1/payment_methods";

const listParams = schemaFor<Stripe.PaymentMethodListParams>()({
  ...paginationParams,
  customer: text.optional(),
  type: text.optional(),
});
const createParams = schemaFor<Stripe.PaymentMethodCreateParams>()({
  billing_details: schemaFor<Stripe.PaymentMethodCreateParams.BillingDetails>()({
    email: text.optional(),
    name: text.optional(),
  }).optional(),
  card: schemaFor<Partial<Stripe.PaymentMethodCreateParams.Card & { token: string }>>()({
    cvc: text.optional(),
    exp_month: integer.optional(),
    exp_year: integer.optional(),
    number: text.optional(),
    token: text.optional(),
  }),
  type: oneOf("card"),
});
const attachParams = schemaFor<Stripe.PaymentMethodAttachParams>()({ customer: text });

export const paymentMethods: Feature = {
  objectTypes: [{ type: "payment_method", links: { customer: idLink("customer") } }],
  endpoints: [
    endpoint("POST", path, createParams, (account, { billing_details: billing, card }) => {
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
      const method = createPaymentMethod(account, {
        type: "card",
        number,
        expMonth: card.exp_month ?? 12,
        expYear: card.exp_year ?? new Date(account.clock.now() * 1000).getUTCFullYear() + 3,
        name: billing?.name ?? null,
        email: billing?.email ?? null,
      });
      return account.serialize("payment_method", method);
    }),
    endpoint("GET", path, listParams, (account, { customer, type, ...cursor }) =>
      listObjects(account, "payment_method", path, filterByFields({ customer, type }), cursor),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: method = "" }) =>
      account.serialize("payment_method", account.get("payment_method", method)),
    ),
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
