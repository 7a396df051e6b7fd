import type Stripe from "stripe";
import { endpoint, idLink, includedLink, type Feature } from "../feature.ts";
import {
  filterByCreated,
  filterByFields,
  toEmbeddedList,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams, range, schemaFor, text } from "../protocol/params.ts";

const intentListParams = schemaFor<Stripe.PaymentIntentListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
});
const chargeListParams = schemaFor<Stripe.ChargeListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
});

/** Payment intents and charges. They are read-only because only Checkout and invoices create them. */
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
    endpoint("GET", "/v1/payment_intents/:id", noParams, (account, _params, { id: intent = "" }) =>
      account.serialize("payment_intent", account.get("payment_intent", intent)),
    ),
    endpoint(
      "GET",
      "/v1/charges",
      chargeListParams,
      (account, { created, customer, payment_intent, ...cursor }) =>
        listObjects(
          account,
          "charge",
          "/v1/charges",
          [...filterByFields({ customer, payment_intent }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/charges/:id", noParams, (account, _params, { id: charge = "" }) =>
      account.serialize("charge", account.get("charge", charge)),
    ),
  ],
};
