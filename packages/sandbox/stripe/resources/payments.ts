import type Stripe from "stripe";
import { endpoint, id, included, type Feature } from "../feature.ts";
import { byCreated, byFields, embedList, listObjects, pagination } from "../protocol/list.ts";
import { noParams, range, shape, text } from "../protocol/params.ts";

const intentListParams = shape<Stripe.PaymentIntentListParams>()({
  ...pagination,
  created: range.optional(),
  customer: text.optional(),
});
const chargeListParams = shape<Stripe.ChargeListParams>()({
  ...pagination,
  created: range.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
});

/** Payment intents and charges: read only, because Checkout and invoices make them. */
export const payments: Feature = {
  kinds: [
    {
      type: "payment_intent",
      links: {
        customer: id("customer"),
        latest_charge: id("charge"),
        payment_method: id("payment_method"),
      },
    },
    {
      type: "charge",
      links: {
        customer: id("customer"),
        payment_intent: id("payment_intent"),
        refunds: included("refund", (account, charge) =>
          embedList(
            account,
            "refund",
            `/v1/charges/${charge}/refunds`,
            account.objects.all("refund", [{ field: "charge", equals: charge }]).toReversed(),
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
          [...byFields({ customer }), ...byCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/payment_intents/:id", noParams, (account, _params, { id: intent = "" }) =>
      account.show("payment_intent", account.get("payment_intent", intent)),
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
          [...byFields({ customer, payment_intent }), ...byCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/charges/:id", noParams, (account, _params, { id: charge = "" }) =>
      account.show("charge", account.get("charge", charge)),
    ),
  ],
};
