import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { currency } from "../catalog/create-price.ts";
import { refuseOtherCurrency } from "../billing/assert-same-currency.ts";
import { writePendingItems } from "../billing/pending-items.ts";
import { byFields, listObjects, pagination } from "../protocol/list.ts";
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  shape,
  text,
} from "../protocol/params.ts";

const createParams = shape<Stripe.InvoiceItemCreateParams>()({
  amount: integer,
  currency,
  customer: text,
  description: text.optional(),
  metadata: metadata.optional(),
});
const listParams = shape<Stripe.InvoiceItemListParams>()({
  ...pagination,
  customer: text.optional(),
  invoice: text.optional(),
  pending: flag.optional(),
});

/** Invoice items: prorations that wait for the next invoice, and amounts that somebody added. */
export const invoiceItems: Feature = {
  kinds: [{ type: "invoiceitem", links: { customer: id("customer"), invoice: id("invoice") } }],
  endpoints: [
    endpoint("POST", "/v1/invoiceitems", createParams, (account, params) => {
      const { id: customer } = account.get("customer", params.customer, "customer");
      refuseOtherCurrency(account, customer, params.currency);
      const now = account.clock.now();
      const [item] = writePendingItems(account, { customer, currency: params.currency }, [
        {
          price: null,
          quantity: 1,
          amount: params.amount,
          description: params.description ?? "",
          period: { start: now, end: now },
          metadata: mergeMetadata({}, params.metadata),
        },
      ]);
      return account.show("invoiceitem", item!);
    }),
    endpoint(
      "GET",
      "/v1/invoiceitems",
      listParams,
      (account, { customer, invoice, pending, ...cursor }) =>
        listObjects(
          account,
          "invoiceitem",
          "/v1/invoiceitems",
          [
            ...byFields({ customer, invoice }),
            ...(pending === undefined
              ? []
              : [{ sql: `data ->> '$.invoice' IS ${pending ? "" : "NOT "}NULL`, values: [] }]),
          ],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/invoiceitems/:id", noParams, (account, _params, { id: item = "" }) =>
      account.show("invoiceitem", account.get("invoiceitem", item)),
    ),
  ],
};
