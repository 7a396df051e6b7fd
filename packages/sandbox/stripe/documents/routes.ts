import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { renderPage } from "../../ui/page.ts";
import { formatMoney } from "../money.ts";
import { defaultTestCard } from "../checkout/card-fields.ts";
import { notFoundPage } from "../checkout/state-pages.ts";
import { formatDay } from "../portal/portal-page.ts";
import type { StandIn } from "../stand-in.ts";
import { runAtObjectTime } from "../time/run-at-object-time.ts";
import { invoicePage, payInvoiceOnPage } from "./invoice-page.ts";
import { documentStyle } from "./style.ts";

/** Creates the pages at `hosted_invoice_url`, `invoice_pdf` and `receipt_url`. */
export function createDocumentPages(standIn: StandIn): Hono {
  const pages = new Hono();

  // The stand-in creates no PDF files. A browser can print the page to PDF.
  pages.get("/invoices/:id/pdf", (c) => c.redirect(`/invoices/${c.req.param("id")}`));

  // A site in another tab of the same browser must not submit the form.
  pages.use("/invoices/*", csrf());

  pages.get("/invoices/:id", (c) => {
    const account = standIn.findAccountByObjectId(c.req.param("id"));
    const invoice = account?.objects.find("invoice", c.req.param("id"));
    if (!account || !invoice) return notFoundPage();
    return invoicePage(account, invoice, {
      typed: defaultTestCard(account, invoice.customer_name),
      problems: {},
      decline: null,
    });
  });

  pages.post("/invoices/:id", async (c) => {
    const id = c.req.param("id");
    const form = new URLSearchParams(await c.req.text());
    const account = standIn.findAccountByObjectId(id);
    if (!account?.objects.find("invoice", id)) return notFoundPage();
    return standIn.commit(account, () =>
      runAtObjectTime(account, [id], () =>
        payInvoiceOnPage(account, account.get("invoice", id), form),
      ),
    );
  });

  pages.get("/receipts/:id", (c) => {
    const account = standIn.findAccountByObjectId(c.req.param("id"));
    const charge = account?.objects.find("charge", c.req.param("id"));
    if (!charge?.paid) return notFoundPage();
    const { card, sepa_debit: debit } = charge.payment_method_details ?? {};
    return renderPage(
      "Receipt",
      html`<main class="document card stack">
        <p class="between">
          <span class="badge">Sandbox</span><span class="soft">${formatDay(charge.created)}</span>
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
