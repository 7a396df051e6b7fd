import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { completePayout } from "../payments/payout.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams, range, schemaFor, text } from "../protocol/params.ts";

const listParams = schemaFor<Stripe.PayoutListParams>()({
  ...paginationParams,
  created: range.optional(),
  status: text.optional(),
});

/** Payouts to the bank. They are made by the control API, as Stripe makes them on its own schedule. */
export const payouts: Feature = {
  objectTypes: [
    {
      type: "payout",
      links: {
        balance_transaction: idLink("balance_transaction"),
        failure_balance_transaction: idLink("balance_transaction"),
      },
    },
  ],
  endpoints: [
    endpoint("GET", "/v1/payouts", listParams, (account, { created, status, ...cursor }) =>
      listObjects(
        account,
        "payout",
        "/v1/payouts",
        [...filterByFields({ status }), ...filterByCreated(created)],
        cursor,
      ),
    ),
    endpoint("GET", "/v1/payouts/:id", noParams, (account, _params, { id = "" }) =>
      account.serialize("payout", account.get("payout", id)),
    ),
  ],
  jobs: { complete_payout: completePayout },
};
