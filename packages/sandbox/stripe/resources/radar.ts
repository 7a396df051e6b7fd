import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { closeReview } from "../payments/fraud.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams, range, schemaFor, text } from "../protocol/params.ts";

const warningListParams = schemaFor<Stripe.Radar.EarlyFraudWarningListParams>()({
  ...paginationParams,
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});
const reviewListParams = schemaFor<Stripe.ReviewListParams>()({
  ...paginationParams,
  created: range.optional(),
});

const links = { charge: idLink("charge"), payment_intent: idLink("payment_intent") };

/** Early fraud warnings of the card issuers, and reviews. The control API makes them. */
export const radar: Feature = {
  objectTypes: [
    { type: "radar.early_fraud_warning", links },
    { type: "review", links },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/radar/early_fraud_warnings",
      warningListParams,
      (account, { charge, created, payment_intent, ...cursor }) =>
        listObjects(
          account,
          "radar.early_fraud_warning",
          "/v1/radar/early_fraud_warnings",
          [...filterByFields({ charge, payment_intent }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint(
      "GET",
      "/v1/radar/early_fraud_warnings/:id",
      noParams,
      (account, _params, { id = "" }) =>
        account.serialize(
          "radar.early_fraud_warning",
          account.get("radar.early_fraud_warning", id),
        ),
    ),
    // Like Stripe, the list has only open reviews.
    endpoint("GET", "/v1/reviews", reviewListParams, (account, { created, ...cursor }) =>
      listObjects(
        account,
        "review",
        "/v1/reviews",
        [{ field: "open", equals: true }, ...filterByCreated(created)],
        cursor,
      ),
    ),
    endpoint("GET", "/v1/reviews/:id", noParams, (account, _params, { id = "" }) =>
      account.serialize("review", account.get("review", id)),
    ),
    endpoint("POST", "/v1/reviews/:id/approve", noParams, (account, _params, { id = "" }) =>
      account.serialize("review", closeReview(account, id, "approved")),
    ),
  ],
};
