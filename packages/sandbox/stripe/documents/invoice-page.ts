import { html } from "hono/html";
import type Stripe from "stripe";
import { renderPage, type Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { collectInvoice } from "../billing/collect-invoice.ts";
import { formatMoney } from "../money.ts";
import { testCardChooser, chooserStyle, groupByFour } from "../checkout/card-chooser.ts";
import {
  toCardDetails,
  cardFields,
  validateCard,
  defaultTestCard,
  readCardForm,
  type CardFormValues,
} from "../checkout/card-fields.ts";
import {
  problemSummary,
  getProblemSummaryId,
  labeledField,
  type Problems,
} from "../checkout/fields.ts";
import { createPaymentMethod } from "../payments/payment-method.ts";
import { formatDay } from "../portal/portal-page.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { documentStyle } from "./style.ts";

interface PageState {
  typed: CardFormValues;
  problems: Problems;
  decline: string | null;
}

/** Renders an invoice, with a payment form if it can be paid. */
export function invoicePage(
  account: Account,
  invoice: InvoiceRow,
  state: PageState,
): Promise<Response> {
  const lines = account.objects.findAll("line_item", [{ field: "invoice", equals: invoice.id }]);
  return renderPage(
    `Invoice ${invoice.number ?? ""}`,
    html`<main class="document card stack">
      <p class="between">
        <span class="badge">Sandbox</span><span class="soft">${formatDay(invoice.created)}</span>
      </p>
      <h1>Invoice ${invoice.number}</h1>
      <p class="soft">To ${invoice.customer_name ?? invoice.customer_email ?? "a guest"}</p>
      ${invoice.customer_address && html`<p class="soft">${formatAddress(invoice.customer_address)}</p>`}
      ${invoice.customer_tax_ids?.map(({ value }) => html`<p class="soft">VAT ID ${value}</p>`)}
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
          ${(invoice.total_taxes ?? []).map(
            ({ amount, tax_behavior: behavior }) =>
              html`<tr>
                <th scope="row">${behavior === "inclusive" ? "Tax (included)" : "Tax"}</th>
                <td class="amount">${formatMoney(amount, invoice.currency)}</td>
              </tr>`,
          )}
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
      ${isPayable(invoice) && payForm(invoice, state)}
    </main>`,
    documentStyle + chooserStyle,
  );
}

function formatAddress({ line1, line2, postal_code, city, state, country }: Stripe.Address) {
  return [line1, line2, postal_code, city, state, country].filter(Boolean).join(", ");
}

/** Pays an invoice with the submitted card. 3-D Secure always succeeds here. */
export function payInvoiceOnPage(
  account: Account,
  invoice: InvoiceRow,
  form: URLSearchParams,
): Promise<Response> | Response {
  const typed = readCardForm(form, defaultTestCard(account, invoice.customer_name));
  const fill = form.get("fill");
  const show = (state: Partial<PageState>) =>
    invoicePage(account, account.get("invoice", invoice.id), {
      typed,
      problems: {},
      decline: null,
      ...state,
    });
  if (!isPayable(invoice)) return show({});
  if (fill !== null) return show({ typed: { ...typed, number: groupByFour(fill) } });
  const problems = validateCard(account, typed);
  if (Object.keys(problems).length > 0) return show({ problems });
  const method = createPaymentMethod(account, toCardDetails(typed, invoice.customer_email));
  const result = collectInvoice(account, invoice, { method: method.id, authenticated: true });
  return result.kind === "failed" ? show({ decline: result.decline.message }) : show({});
}

function isPayable({ status, amount_remaining: left }: InvoiceRow): boolean {
  return (status === "open" || status === "uncollectible") && left > 0;
}

function payForm(invoice: InvoiceRow, { typed, problems, decline }: PageState): Html {
  return html`<form
      id="payment"
      class="stack"
      method="post"
      novalidate
      aria-labelledby="pay-title"
      aria-describedby="${getProblemSummaryId(problems, decline)}"
    >
      <h2 id="pay-title">Pay with a test card</h2>
      ${problemSummary(problems, decline)} ${cardFields(typed, problems)}
      ${labeledField({ id: "name", label: "Name on card", value: typed.name, autocomplete: "cc-name" }, problems)}
      <button class="primary wide" name="action" value="pay">
        Pay ${formatMoney(invoice.amount_remaining, invoice.currency)}
      </button>
    </form>
    ${testCardChooser({ debit: false })}`;
}
