import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import {
  getCardSource,
  listSources,
  saveCardSource,
  toCardSource,
} from "../payments/card-source.ts";
import { detachPaymentMethod } from "../payments/detach-payment-method.ts";
import { paginationParams } from "../protocol/list.ts";
import {
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  omitUndefined,
  schemaFor,
  text,
} from "../protocol/params.ts";

const path = "/v1/customers/:customer/sources";

const listParams = schemaFor<Stripe.CustomerListSourcesParams>()({
  limit: paginationParams.limit,
  object: oneOf("card").optional(),
});
const createParams = schemaFor<Stripe.CustomerCreateSourceParams>()({
  metadata: metadata.optional(),
  source: text,
});
const updateParams = schemaFor<Stripe.CustomerUpdateSourceParams>()({
  exp_month: text
    .regex(/^\d{1,2}$/, "Invalid integer")
    .transform(Number)
    .optional(),
  exp_year: text
    .regex(/^\d{4}$/, "Invalid integer")
    .transform(Number)
    .optional(),
  metadata: metadata.optional(),
  name: text.optional(),
});

/** The cards of a customer that are saved as sources, which charges without a payment intent are paid with. */
export const sources: Feature = {
  endpoints: [
    endpoint("GET", path, listParams, (account, { limit }, { customer = "" }) =>
      listSources(account, customer, limit),
    ),
    endpoint("POST", path, createParams, (account, params, { customer = "" }) => {
      const { default_source: first } = account.get("customer", customer);
      const { id } = saveCardSource(account, customer, params.source);
      const card = account.update("payment_method", id, {
        metadata: mergeMetadata({}, params.metadata),
      });
      if (first === null)
        account.update("customer", customer, { default_source: id }, "customer.updated");
      return toCardSource(card);
    }),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { customer = "", id = "" }) =>
      toCardSource(getCardSource(account, customer, id)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { customer = "", id = "" }) => {
      const card = getCardSource(account, customer, id);
      const { name, metadata: given, ...dates } = params;
      const updated = account.update(
        "payment_method",
        id,
        {
          metadata: mergeMetadata(card.metadata ?? {}, given),
          billing_details: { ...card.billing_details, ...omitUndefined({ name }) },
          card: { ...card.card!, ...omitUndefined(dates) },
        },
        "payment_method.updated",
      );
      return toCardSource(updated);
    }),
    endpoint("DELETE", `${path}/:id`, noParams, (account, _params, { customer = "", id = "" }) => {
      getCardSource(account, customer, id);
      detachPaymentMethod(account, id);
      return { id, object: "card", deleted: true };
    }),
  ],
};
