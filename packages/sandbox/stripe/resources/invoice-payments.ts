import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import { noParams, oneOf, range, shape, text } from "../protocol/params.ts";

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

export const invoicePayments: Feature = {
  kinds: [
    {
      type: "invoice_payment",
      links: { invoice: id("invoice"), "payment.payment_intent": id("payment_intent") },
    },
  ],
  endpoints: [
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
