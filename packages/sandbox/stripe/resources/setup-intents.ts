import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams, range, schemaFor, text } from "../protocol/params.ts";

const path = "/v1/setup_intents";

const listParams = schemaFor<Stripe.SetupIntentListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  payment_method: text.optional(),
});

/** Setup intents. They are read-only because only Checkout creates them: in `setup` mode, and for a free trial. */
export const setupIntents: Feature = {
  objectTypes: [
    {
      type: "setup_intent",
      links: { customer: idLink("customer"), payment_method: idLink("payment_method") },
    },
  ],
  endpoints: [
    endpoint("GET", path, listParams, (account, { created, customer, payment_method, ...cursor }) =>
      listObjects(
        account,
        "setup_intent",
        path,
        [...filterByFields({ customer, payment_method }), ...filterByCreated(created)],
        cursor,
      ),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: intent = "" }) =>
      account.serialize("setup_intent", account.get("setup_intent", intent)),
    ),
  ],
};
