import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { adoptPaymentMethod } from "../payments/attach-or-create-payment-method.ts";
import { detachPaymentMethod } from "../payments/detach-payment-method.ts";
import { makePaymentMethod } from "../payments/payment-method.ts";
import { tokenNumber } from "../payments/test-tokens.ts";
import { invalid, missing } from "../protocol/errors.ts";
import { byFields, listObjects, pagination } from "../protocol/list.ts";
import { integer, noParams, oneOf, shape, text } from "../protocol/params.ts";

const path = "/v1/payment_methods";

const listParams = shape<Stripe.PaymentMethodListParams>()({
  ...pagination,
  customer: text.optional(),
  type: text.optional(),
});
const createParams = shape<Stripe.PaymentMethodCreateParams>()({
  billing_details: shape<Stripe.PaymentMethodCreateParams.BillingDetails>()({
    email: text.optional(),
    name: text.optional(),
  }).optional(),
  card: shape<Partial<Stripe.PaymentMethodCreateParams.Card & { token: string }>>()({
    cvc: text.optional(),
    exp_month: integer.optional(),
    exp_year: integer.optional(),
    number: text.optional(),
    token: text.optional(),
  }),
  type: oneOf("card"),
});
const attachParams = shape<Stripe.PaymentMethodAttachParams>()({ customer: text });

export const paymentMethods: Feature = {
  kinds: [{ type: "payment_method", links: { customer: id("customer") } }],
  endpoints: [
    endpoint("POST", path, createParams, (account, { billing_details: billing, card }) => {
      const number = card.token ? tokenNumber(card.token) : card.number?.replaceAll(" ", "");
      if (!number)
        throw card.token
          ? missing("token", card.token, "card[token]")
          : invalid("Missing required param: card[number].", {
              code: "parameter_missing",
              param: "card[number]",
            });
      const method = makePaymentMethod(account, {
        type: "card",
        number,
        expMonth: card.exp_month ?? 12,
        expYear: card.exp_year ?? new Date(account.clock.now() * 1000).getUTCFullYear() + 3,
        name: billing?.name ?? null,
        email: billing?.email ?? null,
      });
      return account.show("payment_method", method);
    }),
    endpoint("GET", path, listParams, (account, { customer, type, ...cursor }) =>
      listObjects(account, "payment_method", path, byFields({ customer, type }), cursor),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: method = "" }) =>
      account.show("payment_method", account.get("payment_method", method)),
    ),
    endpoint(
      "POST",
      `${path}/:id/attach`,
      attachParams,
      (account, { customer }, { id: method = "" }) => {
        account.get("customer", customer, "customer");
        return account.show("payment_method", adoptPaymentMethod(account, method, customer));
      },
    ),
    endpoint("POST", `${path}/:id/detach`, noParams, (account, _params, { id: method = "" }) =>
      account.show("payment_method", detachPaymentMethod(account, method)),
    ),
    endpoint(
      "GET",
      "/v1/customers/:id/payment_methods",
      listParams.omit({ customer: true }),
      (account, { type, ...cursor }, { id: customer = "" }) => {
        account.get("customer", customer);
        const url = `/v1/customers/${customer}/payment_methods`;
        return listObjects(account, "payment_method", url, byFields({ customer, type }), cursor);
      },
    ),
  ],
};
