import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { createPaymentRecord } from "../payments/payment-record.ts";
import { amount, integer, noParams, oneOf, schemaFor, text } from "../protocol/params.ts";

type Report = Stripe.PaymentRecordReportPaymentParams;

/** Only payments that were made can be reported: failed attempts outside of Stripe are of no use to a shop. */
const reportParams = schemaFor<Report>()({
  amount_requested: schemaFor<Report["amount_requested"]>()({ currency: text, value: amount }),
  customer_details: schemaFor<NonNullable<Report["customer_details"]>>()({
    customer: text.optional(),
  }).optional(),
  guaranteed: schemaFor<NonNullable<Report["guaranteed"]>>()({ guaranteed_at: integer }),
  initiated_at: integer,
  outcome: oneOf("guaranteed"),
  payment_method_details: schemaFor<Report["payment_method_details"]>()({
    custom: schemaFor<NonNullable<Report["payment_method_details"]["custom"]>>()({
      display_name: text.optional(),
    }).optional(),
    type: oneOf("custom").optional(),
  }),
  processor_details: schemaFor<NonNullable<Report["processor_details"]>>()({
    custom: schemaFor<NonNullable<NonNullable<Report["processor_details"]>["custom"]>>()({
      payment_reference: text,
    }).optional(),
    type: oneOf("custom"),
  }).optional(),
});

export const paymentRecords: Feature = {
  objectTypes: [{ type: "payment_record", links: {} }],
  endpoints: [
    endpoint("POST", "/v1/payment_records/report_payment", reportParams, (account, params) =>
      account.serialize(
        "payment_record",
        createPaymentRecord(account, {
          amount: params.amount_requested.value,
          currency: params.amount_requested.currency,
          customer: params.customer_details?.customer ?? null,
          paidAt: params.guaranteed.guaranteed_at,
          displayName: params.payment_method_details.custom?.display_name ?? "Custom",
          reference: params.processor_details?.custom?.payment_reference ?? null,
        }),
      ),
    ),
    endpoint("GET", "/v1/payment_records/:id", noParams, (account, _params, { id: record = "" }) =>
      account.serialize("payment_record", account.get("payment_record", record)),
    ),
  ],
};
