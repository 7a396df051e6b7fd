import type Stripe from "stripe";
import {
  embeddedListLink,
  endpoint,
  idLink,
  idListLink,
  includedLink,
  type Feature,
} from "../feature.ts";
import type { Account } from "../account.ts";
import { attachPayment } from "../billing/attach-payment.ts";
import { markOverdue } from "../billing/collect-invoice.ts";
import { voidInvoice, writeOffInvoice } from "../billing/close-invoice.ts";
import {
  finalizeInvoiceIfDue,
  handleExhaustedRetries,
  retryInvoiceIfDue,
} from "../billing/invoice-jobs.ts";
import { payInvoice } from "../billing/pay-invoice.ts";
import { previewInvoice, previewParams } from "../billing/preview-invoice.ts";
import { finalizeInvoice } from "../billing/invoice-transitions.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  filterByCreated,
  filterByFields,
  toEmbeddedList,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { flag, noParams, oneOf, range, schemaFor, text } from "../protocol/params.ts";
import type { InvoiceRow } from "../store/rows.ts";

const listParams = schemaFor<Stripe.InvoiceListParams>()({
  ...paginationParams,
  collection_method: oneOf("charge_automatically", "send_invoice").optional(),
  created: range.optional(),
  customer: text.optional(),
  status: oneOf("draft", "open", "paid", "uncollectible", "void").optional(),
  subscription: text.optional(),
});
const payParams = schemaFor<Stripe.InvoicePayParams>()({
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
});
const attachParams = schemaFor<Stripe.InvoiceAttachPaymentParams>()({
  payment_intent: text.optional(),
  payment_record: text.optional(),
});
const finalizeParams = schemaFor<Stripe.InvoiceFinalizeInvoiceParams>()({
  auto_advance: flag.optional(),
});
/** Returns what a browser confirms the invoice's payment with; null if nobody waits for one. */
function readConfirmationSecret(
  account: Account,
  id: string,
): Stripe.Invoice.ConfirmationSecret | null {
  const open = account.objects
    .findAll("invoice_payment", [{ field: "invoice", equals: id }])
    .find(({ status }) => status === "open");
  if (!open) return null;
  const { client_secret } = account.get("payment_intent", open.payment.payment_intent as string);
  return client_secret === null ? null : { client_secret, type: "payment_intent" };
}

const listInvoiceLines = (account: Account, invoice: string) =>
  account.objects.findAll("line_item", [{ field: "invoice", equals: invoice }]);

export const invoices: Feature = {
  objectTypes: [
    {
      type: "invoice",
      links: {
        confirmation_secret: { kind: "hidden", load: readConfirmationSecret },
        customer: idLink("customer"),
        default_payment_method: idLink("payment_method"),
        discounts: idListLink("discount"),
        lines: embeddedListLink("line_item"),
        "parent.subscription_details.subscription": idLink("subscription"),
        payments: includedLink("invoice_payment", (account, invoice) =>
          toEmbeddedList(
            account,
            "invoice_payment",
            `/v1/invoice_payments?invoice=${invoice}`,
            account.objects.findAll("invoice_payment", [{ field: "invoice", equals: invoice }]),
          ),
        ),
      },
      computeFields: (account: Account, invoice: InvoiceRow) => ({
        lines: toEmbeddedList(
          account,
          "line_item",
          `/v1/invoices/${invoice.id}/lines`,
          listInvoiceLines(account, invoice.id),
        ),
      }),
    },
    { type: "line_item", links: { "pricing.price_details.price": idLink("price") } },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/invoices",
      listParams,
      (account, { created, subscription, collection_method, customer, status, ...cursor }) => {
        const fields = filterByFields({
          collection_method,
          customer,
          status,
          "parent.subscription_details.subscription": subscription,
        });
        return listObjects(
          account,
          "invoice",
          "/v1/invoices",
          [...fields, ...filterByCreated(created)],
          cursor,
        );
      },
    ),
    endpoint("GET", "/v1/invoices/:id", noParams, (account, _params, { id: invoice = "" }) =>
      account.serialize("invoice", account.get("invoice", invoice)),
    ),
    endpoint(
      "GET",
      "/v1/invoices/:id/lines",
      noParams.extend(paginationParams),
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
      account.serialize(
        "invoice",
        payInvoice(account, invoice, {
          method: params.payment_method,
          outOfBand: params.paid_out_of_band ?? false,
        }),
      ),
    ),
    endpoint(
      "POST",
      "/v1/invoices/:id/attach_payment",
      attachParams,
      (account, params, { id: invoice = "" }) =>
        account.serialize("invoice", attachPayment(account, invoice, params)),
    ),
    endpoint("POST", "/v1/invoices/create_preview", previewParams, previewInvoice),
    endpoint(
      "POST",
      "/v1/invoices/:id/finalize",
      finalizeParams,
      (account, { auto_advance }, { id: invoice = "" }) => {
        const draft = getInvoiceInStatus(account, invoice, ["draft"], "finalized");
        account.update("invoice", invoice, { auto_advance: auto_advance ?? draft.auto_advance! });
        const open = finalizeInvoice(account, account.get("invoice", invoice));
        return account.serialize("invoice", schedulePaymentAttempt(account, open));
      },
    ),
    endpoint(
      "POST",
      "/v1/invoices/:id/void",
      noParams,
      (account, _params, { id: invoice = "" }) => {
        const open = getInvoiceInStatus(account, invoice, ["open", "uncollectible"], "voided");
        return account.serialize("invoice", voidInvoice(account, open));
      },
    ),
    endpoint(
      "POST",
      "/v1/invoices/:id/mark_uncollectible",
      noParams,
      (account, _params, { id: invoice = "" }) => {
        const open = getInvoiceInStatus(account, invoice, ["open"], "marked uncollectible");
        return account.serialize("invoice", writeOffInvoice(account, open));
      },
    ),
  ],
  jobs: {
    finalize_invoice: finalizeInvoiceIfDue,
    give_up_invoice: handleExhaustedRetries,
    invoice_overdue: markOverdue,
    retry_invoice: retryInvoiceIfDue,
  },
};

/** Schedules the first charge of an invoice finalized through the API: an hour later, if `auto_advance` is set. */
function schedulePaymentAttempt(account: Account, invoice: InvoiceRow): InvoiceRow {
  if (!invoice.auto_advance || invoice.due_date !== null) return invoice;
  const next = account.clock.now() + 3_600;
  account.schedule(next, "retry_invoice", invoice.id);
  return account.update("invoice", invoice.id, { next_payment_attempt: next });
}

function getInvoiceInStatus(
  account: Account,
  id: string,
  states: string[],
  verb: string,
): InvoiceRow {
  const invoice = account.get("invoice", id);
  if (states.includes(invoice.status!)) return invoice;
  throw invalidRequestError(
    `This invoice is ${invoice.status}, so it can't be ${verb}: only invoices that are ${states.join(" or ")} can.`,
    { code: "invoice_not_editable" },
  );
}
