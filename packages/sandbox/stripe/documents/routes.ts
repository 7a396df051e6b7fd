import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { page } from "../../ui/page.ts";
import { formatMoney } from "../billing/money.ts";
import { goodCard } from "../checkout/card-fields.ts";
import { missingPage } from "../checkout/state-pages.ts";
import { dayText } from "../portal/portal-page.ts";
import type { StandIn } from "../stand-in.ts";
import { inTimeOf } from "../time/run-at-object-time.ts";
import { invoicePage, payOnPage } from "./invoice-page.ts";
import { documentStyle } from "./style.ts";

/** What `hosted_invoice_url`, `invoice_pdf` and `receipt_url` lead to. */
export function createDocumentPages(standIn: StandIn): Hono {
  const pages = new Hono();

  // A browser prints this page to PDF; the stand-in makes no files.
  pages.get("/invoices/:id/pdf", (c) => c.redirect(`/invoices/${c.req.param("id")}`));

  // No other site that is open in the same browser may press the button.
  pages.use("/invoices/*", csrf());

  pages.get("/invoices/:id", (c) => {
    const account = standIn.ownerOf(c.req.param("id"));
    const invoice = account?.objects.find("invoice", c.req.param("id"));
    if (!account || !invoice) return missingPage();
    return invoicePage(account, invoice, {
      typed: goodCard(account, invoice.customer_name),
      problems: {},
      decline: null,
    });
  });

  pages.post("/invoices/:id", async (c) => {
    const id = c.req.param("id");
    const form = new URLSearchParams(await c.req.text());
    const account = standIn.ownerOf(id);
    if (!account?.objects.find("invoice", id)) return missingPage();
    return standIn.commit(account, () =>
      inTimeOf(account, [id], () => payOnPage(account, account.get("invoice", id), form)),
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
          <span class="badge">Sandbox</span><span class="soft">${dayText(charge.created)}</span>
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
