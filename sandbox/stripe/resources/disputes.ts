import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import { noParams, range, shape, text } from "../protocol/params.ts";

const listParams = shape<Stripe.DisputeListParams>()({
  ...pagination,
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});

export const disputes: Feature = {
  kinds: [
    { type: "dispute", links: { charge: id("charge"), payment_intent: id("payment_intent") } },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/disputes",
      listParams,
      (account, { charge, created, payment_intent, ...cursor }) =>
        listObjects(
          account,
          "dispute",
          "/v1/disputes",
          [...byFields({ charge, payment_intent }), ...byCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/disputes/:id", noParams, (account, _params, { id: dispute = "" }) =>
      account.show("dispute", account.get("dispute", dispute)),
    ),
  ],
};
