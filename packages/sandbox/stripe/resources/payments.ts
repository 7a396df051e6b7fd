import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { searchEndpoint } from "../protocol/search.ts";
import { noParams, range, schemaFor, text } from "../protocol/params.ts";

const intentListParams = schemaFor<Stripe.PaymentIntentListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
});
const intentFields = ["amount", "created", "currency", "customer", "metadata", "status"];

/** Reading payment intents. */
export const payments: Feature = {
  objectTypes: [
    {
      type: "payment_intent",
      links: {
        customer: idLink("customer"),
        latest_charge: idLink("charge"),
        payment_method: idLink("payment_method"),
        review: idLink("review"),
      },
    },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/payment_intents",
      intentListParams,
      (account, { created, customer, ...cursor }) =>
        listObjects(
          account,
          "payment_intent",
          "/v1/payment_intents",
          [...filterByFields({ customer }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    searchEndpoint("payment_intent", "/v1/payment_intents/search", intentFields),
    endpoint("GET", "/v1/payment_intents/:id", noParams, (account, _params, { id: intent = "" }) =>
      account.serialize("payment_intent", account.get("payment_intent", intent)),
    ),
  ],
};
