import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import { noParams, range, shape, text } from "../protocol/params.ts";

const path = "/v1/setup_intents";

const listParams = shape<Stripe.SetupIntentListParams>()({
  ...pagination,
  created: range.optional(),
  customer: text.optional(),
  payment_method: text.optional(),
});

/** Setup intents: read only, because Checkout in `setup` mode makes them. */
export const setupIntents: Feature = {
  kinds: [
    {
      type: "setup_intent",
      links: { customer: id("customer"), payment_method: id("payment_method") },
    },
  ],
  endpoints: [
    endpoint("GET", path, listParams, (account, { created, customer, payment_method, ...cursor }) =>
      listObjects(
        account,
        "setup_intent",
        path,
        [...byFields({ customer, payment_method }), ...byCreated(created)],
        cursor,
      ),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: intent = "" }) =>
      account.show("setup_intent", account.get("setup_intent", intent)),
    ),
  ],
};
