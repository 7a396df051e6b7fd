import type Stripe from "stripe";
import { listCreditNotes, listInvoicesAround } from "../../billing/e-invoice/list-documents.ts";
import {
  toCreditNoteDocument,
  toEInvoiceDocument,
  type EInvoiceDocument,
  type EInvoiceSeller,
} from "../../billing/e-invoice/to-document.ts";
import { writeCii } from "../../billing/e-invoice/write-cii.ts";
import { readEInvoiceSeller } from "../../billing/e-invoice/write-e-invoice.ts";
import type { Ctx } from "../../context.ts";
import { AppError, failAt } from "../../errors.ts";
import { fromStripeTime, openCalendar, SECOND, toUtcDay } from "../../lib/time.ts";
import { openZip } from "../../lib/zip.ts";
import { toDecimal } from "../../shared/money.ts";
import { isPermissionMissing } from "../../stripe/classify-error.ts";
import { idOf } from "../../stripe/references.ts";
import { mapStripeCustomersByStripeId } from "../../sync/customer/find-stripe-customers.ts";
import { recordExport, toCsv } from "../frame/csv.ts";
import { listSoldByLink } from "./invoices.query.ts";
import type { MonthInput } from "./month.ts";

const headings = [
  "Type",
  "Number",
  "Date (UTC)",
  "Customer",
  "Currency",
  "Total",
  "File",
  "Why not",
];

/** What an e-invoice is made of. */
type Source = Stripe.Invoice | Stripe.CreditNote;

/**
 * Exports all invoices and credit notes that were issued in a month as one ZIP archive of e-invoices, with a list of
 * them and of those that have none. It is streamed: one page of Stripe's is in memory. The audit log gets who exported
 * it, before the last piece is sent.
 * @throws `invalid_input` while the shop offers no e-invoices
 */
export async function exportEInvoices(ctx: Ctx, input: MonthInput): Promise<Response> {
  const seller = await readEInvoiceSeller(ctx);
  if (!seller) throw failAt("month", "First turn on e-invoices under Settings → Tax.");
  const span = openCalendar(input.timeZone).toSpan(input.month);
  const name = `e-invoices-${input.month}`;
  const audit = recordExport(ctx, { name, filters: input });
  const rows: (string | number | null)[][] = [headings];
  const zip = openZip();

  async function* writePieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const invoices of listInvoicesAround(ctx, span))
        yield* writeFiles(
          invoices.filter(({ status_transitions: { finalized_at: at } }) =>
            isWithin(fromStripeTime(at)),
          ),
        );
      try {
        for await (const notes of listCreditNotes(ctx, span)) yield* writeFiles(notes);
      } catch (error) {
        if (!isPermissionMissing(error)) throw error;
        const why = "The shop’s key may not list credit notes.";
        rows.push(["Credit note", null, null, null, null, null, null, why]);
      }
      yield zip.add("list.csv", toCsv(rows));
      await audit(rows.length - 1, true);
      yield zip.end();
    } finally {
      // Also if the download was canceled. What was recorded is not recorded again.
      const recorded = audit(rows.length - 1, false);
      ctx.defer(recorded);
      await recorded;
    }
  }

  const isWithin = (at: number | null) => at !== null && at >= span.since && at < span.until;

  async function* writeFiles(sources: Source[]): AsyncGenerator<Uint8Array> {
    const stripeCustomerIds = sources.map(({ customer }) => idOf(customer) ?? "");
    const [known, soldByLink] = await Promise.all([
      mapStripeCustomersByStripeId(ctx, { stripeCustomerIds }),
      listSoldByLink(ctx.db, ctx.config.stripe.mode, sources.flatMap(listSold)),
    ]);
    for (const source of sources) {
      const { number, currency } = source;
      // Another program's, in an account that it shares with the shop.
      if (!known.has(idOf(source.customer) ?? "")) continue;
      const [type, folder] =
        source.object === "invoice" ? ["Invoice", "invoices"] : ["Credit note", "credit-notes"];
      const { document, why } = listSold(source).some((id) => soldByLink.has(id))
        ? { document: null, why: "Link sold it." }
        : convert(source, seller!);
      const path = document && `${folder}/${document.number.replaceAll(/[^\w.-]/g, "_")}.xml`;
      const date = toUtcDay((source.effective_at ?? source.created) * SECOND);
      const invoice = findInvoice(source);
      const customer = invoice?.customer_name ?? invoice?.customer_email ?? null;
      const total = toDecimal(source.total, currency);
      rows.push([type, number, date, customer, currency.toUpperCase(), total, path, why]);
      if (document && path !== null) yield zip.add(path, writeCii(document));
    }
  }

  const pieces = writePieces();
  const body = new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      const { done, value } = await pieces.next();
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel: () => pieces.return(undefined).then(() => undefined),
  });
  return new Response(body, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${name}.zip"`,
      "cache-control": "private, no-store",
    },
  });
}

function convert(
  source: Source,
  seller: EInvoiceSeller,
): { document: EInvoiceDocument | null; why: string | null } {
  try {
    const document =
      source.object === "invoice"
        ? toEInvoiceDocument(source, seller)
        : toCreditNoteDocument(source, seller);
    return { document, why: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { document: null, why: error.fields?.[0]?.message ?? error.message };
  }
}

/** Returns the invoice that a credit note is about, or the invoice itself; null if it is not known. */
function findInvoice(source: Source): Stripe.Invoice | null {
  const invoice = source.object === "invoice" ? source : source.invoice;
  return typeof invoice === "object" ? invoice : null;
}

/** Returns Stripe's ids of what an invoice is for: its subscription, and the payments of an order. */
function listSold(source: Source): string[] {
  const { parent, payments } = findInvoice(source) ?? {};
  return [
    parent?.subscription_details?.subscription,
    ...(payments?.data ?? []).map(({ payment }) => payment.payment_intent),
  ].flatMap((sold) => idOf(sold) ?? []);
}
