import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams, oneOf, range, schemaFor, text } from "../protocol/params.ts";

const paymentListParams = schemaFor<Stripe.InvoicePaymentListParams>()({
  ...paginationParams,
  created: range.optional(),
  invoice: text.optional(),
  payment: schemaFor<Stripe.InvoicePaymentListParams.Payment>()({
    payment_intent: text.optional(),
    payment_record: text.optional(),
    type: oneOf("payment_intent", "payment_record"),
  }).optional(),
  status: oneOf("canceled", "open", "paid").optional(),
});

export const invoicePayments: Feature = {
  objectTypes: [
    {
      type: "invoice_payment",
      links: {
        invoice: idLink("invoice"),
        "payment.payment_intent": idLink("payment_intent"),
        "payment.payment_record": idLink("payment_record"),
      },
    },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/invoice_payments",
      paymentListParams,
      (account, { created, invoice, payment, status, ...cursor }) => {
        const fields = filterByFields({
          invoice,
          status,
          "payment.payment_intent": payment?.payment_intent,
          "payment.payment_record": payment?.payment_record,
          "payment.type": payment?.type,
        });
        return listObjects(
          account,
          "invoice_payment",
          "/v1/invoice_payments",
          [...fields, ...filterByCreated(created)],
          cursor,
        );
      },
    ),
    endpoint(
      "GET",
      "/v1/invoice_payments/:id",
      noParams,
      (account, _params, { id: payment = "" }) =>
        account.serialize("invoice_payment", account.get("invoice_payment", payment)),
    ),
  ],
};
