import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { captureCharge } from "../payments/balance-transaction.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams, range, schemaFor, text } from "../protocol/params.ts";

const listParams = schemaFor<Stripe.BalanceTransactionListParams>()({
  ...paginationParams,
  created: range.optional(),
  currency: text.optional(),
  source: text.optional(),
  type: text.optional(),
});

/** What comes on the balance and leaves it: charges, refunds, disputes, payouts. */
export const balanceTransactions: Feature = {
  objectTypes: [
    {
      type: "balance_transaction",
      links: {},
      computeFields: (account, { available_on: at }) => ({
        status: at <= account.clock.now() ? "available" : "pending",
      }),
    },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/balance_transactions",
      listParams,
      (account, { created, currency, source, type, ...cursor }) =>
        listObjects(
          account,
          "balance_transaction",
          "/v1/balance_transactions",
          [...filterByFields({ currency, source, type }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/balance_transactions/:id", noParams, (account, _params, { id = "" }) =>
      account.serialize("balance_transaction", account.get("balance_transaction", id)),
    ),
  ],
  jobs: { capture_charge: captureCharge },
};
