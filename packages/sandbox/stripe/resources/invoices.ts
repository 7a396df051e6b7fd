import type Stripe from "stripe";
import { embeddedList, endpoint, id, ids, included, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { voidInvoice, writeOffInvoice } from "../billing/close-invoice.ts";
import { finalizeWhenDue, giveUp, retryWhenDue } from "../billing/invoice-jobs.ts";
import { payInvoice } from "../billing/pay-invoice.ts";
import { previewInvoice, previewParams } from "../billing/preview-invoice.ts";
import { finalizeInvoice } from "../billing/invoice-transitions.ts";
import { invalid } from "../protocol/errors.ts";
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
const finalizeParams = shape<Stripe.InvoiceFinalizeInvoiceParams>()({
  auto_advance: flag.optional(),
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
        discounts: ids("discount"),
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
        payInvoice(account, invoice, {
          method: params.payment_method,
          outOfBand: params.paid_out_of_band ?? false,
        }),
      ),
    ),
    endpoint("POST", "/v1/invoices/create_preview", previewParams, previewInvoice),
    endpoint(
      "POST",
      "/v1/invoices/:id/finalize",
      finalizeParams,
      (account, { auto_advance }, { id: invoice = "" }) => {
        const draft = inState(account, invoice, ["draft"], "finalized");
        account.change("invoice", invoice, { auto_advance: auto_advance ?? draft.auto_advance! });
        const open = finalizeInvoice(account, account.get("invoice", invoice));
        return account.show("invoice", planAttempt(account, open));
      },
    ),
    endpoint(
      "POST",
      "/v1/invoices/:id/void",
      noParams,
      (account, _params, { id: invoice = "" }) => {
        const open = inState(account, invoice, ["open", "uncollectible"], "voided");
        return account.show("invoice", voidInvoice(account, open));
      },
    ),
    endpoint(
      "POST",
      "/v1/invoices/:id/mark_uncollectible",
      noParams,
      (account, _params, { id: invoice = "" }) => {
        const open = inState(account, invoice, ["open"], "marked uncollectible");
        return account.show("invoice", writeOffInvoice(account, open));
      },
    ),
  ],
  jobs: {
    finalize_invoice: finalizeWhenDue,
    give_up_invoice: giveUp,
    retry_invoice: retryWhenDue,
  },
};

/** An invoice that was finalized by hand is charged an hour later where it advances by itself. */
function planAttempt(account: Account, invoice: InvoiceRow): InvoiceRow {
  if (!invoice.auto_advance) return invoice;
  const next = account.clock.now() + 3_600;
  account.schedule(next, "retry_invoice", invoice.id);
  return account.change("invoice", invoice.id, { next_payment_attempt: next });
}

function inState(account: Account, id: string, states: string[], verb: string): InvoiceRow {
  const invoice = account.get("invoice", id);
  if (states.includes(invoice.status!)) return invoice;
  throw invalid(
    `This invoice is ${invoice.status}, so it can't be ${verb}: only invoices that are ${states.join(" or ")} can.`,
    { code: "invoice_not_editable" },
  );
}
