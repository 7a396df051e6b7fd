import { Hono } from "hono";
import { html } from "hono/html";
import { page } from "../../ui/page.ts";
import { formatMoney } from "../billing/money.ts";
import { missingPage } from "../checkout/state-pages.ts";
import type { StandIn } from "../stand-in.ts";
import { documentStyle } from "./style.ts";

const day = (seconds: number) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(seconds * 1000);

/** What `hosted_invoice_url`, `invoice_pdf` and `receipt_url` lead to. */
export function createDocumentPages(standIn: StandIn): Hono {
  const pages = new Hono();

  // A browser prints this page to PDF; the stand-in makes no files.
  pages.get("/invoices/:id/pdf", (c) => c.redirect(`/invoices/${c.req.param("id")}`));

  pages.get("/invoices/:id", (c) => {
    const account = standIn.ownerOf(c.req.param("id"));
    const invoice = account?.objects.find("invoice", c.req.param("id"));
    if (!account || !invoice) return missingPage();
    const lines = account.objects.all("line_item", [{ field: "invoice", equals: invoice.id }]);
    return page(
      `Invoice ${invoice.number ?? ""}`,
      html`<main class="document card stack">
        <p class="between">
          <span class="badge">Sandbox</span><span class="soft">${day(invoice.created)}</span>
        </p>
        <h1>Invoice ${invoice.number}</h1>
        <p class="soft">To ${invoice.customer_name ?? invoice.customer_email ?? "a guest"}</p>
        <table>
          <thead>
            <tr>
              <th>Description</th>
              <th class="amount">Amount</th>
            </tr>
          </thead>
          <tbody>
            ${lines.map(
              (line) =>
                html`<tr>
                  <td>${line.description}</td>
                  <td class="amount">${formatMoney(line.amount, line.currency)}</td>
                </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td class="amount">${formatMoney(invoice.total, invoice.currency)}</td>
            </tr>
            <tr>
              <th scope="row">${invoice.status === "paid" ? "Paid" : "Due"}</th>
              <td class="amount">
                ${formatMoney(invoice.status === "paid" ? invoice.amount_paid : invoice.amount_remaining, invoice.currency)}
              </td>
            </tr>
          </tfoot>
        </table>
      </main>`,
      documentStyle,
    );
  });

  pages.get("/receipts/:id", (c) => {
    const account = standIn.ownerOf(c.req.param("id"));
    const charge = account?.objects.find("charge", c.req.param("id"));
    if (!charge?.paid) return missingPage();
    const { card, sepa_debit: debit } = charge.payment_method_details ?? {};
    return page(
      "Receipt",
      html`<main class="document card stack">
        <p class="between">
          <span class="badge">Sandbox</span><span class="soft">${day(charge.created)}</span>
        </p>
        <h1>Receipt</h1>
        <p class="big amount">${formatMoney(charge.amount, charge.currency)}</p>
        <p class="soft">
          Paid with the ${card ? "card" : "bank account"} ending in ${card?.last4 ?? debit?.last4}.
        </p>
        ${charge.amount_refunded > 0 && html`<p>Refunded: ${formatMoney(charge.amount_refunded, charge.currency)}</p>`}
      </main>`,
      documentStyle,
    );
  });

  return pages;
}
