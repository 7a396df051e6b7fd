import type Stripe from "stripe";
import { embeddedList, endpoint, id, included, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { payOpenInvoice } from "../billing/pay-invoice.ts";
import { byCreated, byFields, embedList, listObjects, pagination } from "../protocol/list.ts";
import { flag, noParams, oneOf, range, shape, text } from "../protocol/params.ts";
import type { InvoiceRow } from "../store/rows.ts";

const listParams = shape<Stripe.InvoiceListParams>()({
  ...pagination,
  collection_method: oneOf("charge_automatically", "send_invoice").optional(),
  created: range.optional(),
  customer: text.optional(),
  status: oneOf("draft", "open", "paid", "uncollectible", "void").optional(),
  subscription: text.optional(),
});
const payParams = shape<Stripe.InvoicePayParams>()({
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
});
const paymentListParams = shape<Stripe.InvoicePaymentListParams>()({
  ...pagination,
  created: range.optional(),
  invoice: text.optional(),
  payment: shape<Stripe.InvoicePaymentListParams.Payment>()({
    payment_intent: text.optional(),
    type: oneOf("payment_intent"),
  }).optional(),
  status: oneOf("canceled", "open", "paid").optional(),
});

const linesOf = (account: Account, invoice: string) =>
  account.objects.all("line_item", [{ field: "invoice", equals: invoice }]);

export const invoices: Feature = {
  kinds: [
    {
      type: "invoice",
      links: {
        customer: id("customer"),
        default_payment_method: id("payment_method"),
        lines: embeddedList("line_item"),
        "parent.subscription_details.subscription": id("subscription"),
        payments: included("invoice_payment", (account, invoice) =>
          embedList(
            account,
            "invoice_payment",
            `/v1/invoice_payments?invoice=${invoice}`,
            account.objects.all("invoice_payment", [{ field: "invoice", equals: invoice }]),
          ),
        ),
      },
      complete: (account: Account, invoice: InvoiceRow) => ({
        lines: embedList(
          account,
          "line_item",
          `/v1/invoices/${invoice.id}/lines`,
          linesOf(account, invoice.id),
        ),
      }),
    },
    { type: "line_item", links: { "pricing.price_details.price": id("price") } },
    {
      type: "invoice_payment",
      links: { invoice: id("invoice"), "payment.payment_intent": id("payment_intent") },
    },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/invoices",
      listParams,
      (account, { created, subscription, collection_method, customer, status, ...cursor }) => {
        const fields = byFields({
          collection_method,
          customer,
          status,
          "parent.subscription_details.subscription": subscription,
        });
        return listObjects(
          account,
          "invoice",
          "/v1/invoices",
          [...fields, ...byCreated(created)],
          cursor,
        );
      },
    ),
    endpoint("GET", "/v1/invoices/:id", noParams, (account, _params, { id: invoice = "" }) =>
      account.show("invoice", account.get("invoice", invoice)),
    ),
    endpoint(
      "GET",
      "/v1/invoices/:id/lines",
      noParams.extend(pagination),
      (account, cursor, { id: invoice = "" }) => {
        account.get("invoice", invoice);
        return listObjects(
          account,
          "line_item",
          `/v1/invoices/${invoice}/lines`,
          [{ field: "invoice", equals: invoice }],
          cursor,
          "oldest first",
        );
      },
    ),
    endpoint("POST", "/v1/invoices/:id/pay", payParams, (account, params, { id: invoice = "" }) =>
      account.show(
        "invoice",
        payOpenInvoice(account, invoice, {
          method: params.payment_method,
          outOfBand: params.paid_out_of_band ?? false,
        }),
      ),
    ),
    endpoint(
      "GET",
      "/v1/invoice_payments",
      paymentListParams,
      (account, { created, invoice, payment, status, ...cursor }) => {
        const fields = byFields({
          invoice,
          status,
          "payment.payment_intent": payment?.payment_intent,
        });
        return listObjects(
          account,
          "invoice_payment",
          "/v1/invoice_payments",
          [...fields, ...byCreated(created)],
          cursor,
        );
      },
    ),
    endpoint(
      "GET",
      "/v1/invoice_payments/:id",
      noParams,
      (account, _params, { id: payment = "" }) =>
        account.show("invoice_payment", account.get("invoice_payment", payment)),
    ),
  ],
};
