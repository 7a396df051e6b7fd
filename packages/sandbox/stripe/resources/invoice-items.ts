import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { currency } from "../catalog/create-price.ts";
import { assertSameCurrency } from "../billing/assert-same-currency.ts";
import { createPendingItems } from "../billing/pending-items.ts";
import { filterByFields, listObjects, paginationParams } from "../protocol/list.ts";
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  schemaFor,
  text,
} from "../protocol/params.ts";

const createParams = schemaFor<Stripe.InvoiceItemCreateParams>()({
  amount: integer,
  currency,
  customer: text,
  description: text.optional(),
  metadata: metadata.optional(),
});
const listParams = schemaFor<Stripe.InvoiceItemListParams>()({
  ...paginationParams,
  customer: text.optional(),
  invoice: text.optional(),
  pending: flag.optional(),
});

/** Invoice items: prorations and added amounts that wait for the next invoice. */
export const invoiceItems: Feature = {
  objectTypes: [
    { type: "invoiceitem", links: { customer: idLink("customer"), invoice: idLink("invoice") } },
  ],
  endpoints: [
    endpoint("POST", "/v1/invoiceitems", createParams, (account, params) => {
      const { id: customer } = account.get("customer", params.customer, "customer");
      assertSameCurrency(account, customer, params.currency);
      const now = account.clock.now();
      const [item] = createPendingItems(account, { customer, currency: params.currency }, [
        {
          price: null,
          quantity: 1,
          amount: params.amount,
          description: params.description ?? "",
          period: { start: now, end: now },
          metadata: mergeMetadata({}, params.metadata),
        },
      ]);
      return account.serialize("invoiceitem", item!);
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
            ...filterByFields({ customer, invoice }),
            ...(pending === undefined
              ? []
              : [{ sql: `data ->> '$.invoice' IS ${pending ? "" : "NOT "}NULL`, values: [] }]),
          ],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/invoiceitems/:id", noParams, (account, _params, { id: item = "" }) =>
      account.serialize("invoiceitem", account.get("invoiceitem", item)),
    ),
  ],
};
