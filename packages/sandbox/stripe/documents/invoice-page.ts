import { html } from "hono/html";
import { page, type Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { collectInvoice } from "../billing/collect-invoice.ts";
import { formatMoney } from "../billing/money.ts";
import { cardChooser, chooserStyle, spaced } from "../checkout/card-chooser.ts";
import {
  cardDetails,
  cardFields,
  cardProblems,
  goodCard,
  readCard,
  type TypedCard,
} from "../checkout/card-fields.ts";
import { alert, errorId, field, type Problems } from "../checkout/fields.ts";
import { makePaymentMethod } from "../payments/payment-method.ts";
import { dayText } from "../portal/portal-page.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { documentStyle } from "./style.ts";

interface PageState {
  typed: TypedCard;
  problems: Problems;
  decline: string | null;
}

/** An invoice on paper, with a form below while it is to be paid. */
export function invoicePage(
  account: Account,
  invoice: InvoiceRow,
  state: PageState,
): Promise<Response> {
  const lines = account.objects.all("line_item", [{ field: "invoice", equals: invoice.id }]);
  return page(
    `Invoice ${invoice.number ?? ""}`,
    html`<main class="document card stack">
      <p class="between">
        <span class="badge">Sandbox</span><span class="soft">${dayText(invoice.created)}</span>
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
      ${isPayable(invoice) && payForm(invoice, state)}
    </main>`,
    documentStyle + chooserStyle,
  );
}

/** The customer presses "Pay". Whoever sits here passes 3-D Secure. */
export function payOnPage(
  account: Account,
  invoice: InvoiceRow,
  form: URLSearchParams,
): Promise<Response> | Response {
  const typed = readCard(form, goodCard(account, invoice.customer_name));
  const fill = form.get("fill");
  const show = (state: Partial<PageState>) =>
    invoicePage(account, account.get("invoice", invoice.id), {
      typed,
      problems: {},
      decline: null,
      ...state,
    });
  if (!isPayable(invoice)) return show({});
  if (fill !== null) return show({ typed: { ...typed, number: spaced(fill) } });
  const problems = cardProblems(account, typed);
  if (Object.keys(problems).length > 0) return show({ problems });
  const method = makePaymentMethod(account, cardDetails(typed, invoice.customer_email));
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
      aria-describedby="${errorId(problems, decline)}"
    >
      <h2 id="pay-title">Pay with a test card</h2>
      ${alert(problems, decline)} ${cardFields(typed, problems)}
      ${field({ id: "name", label: "Name on card", value: typed.name, autocomplete: "cc-name" }, problems)}
      <button class="primary wide" name="action" value="pay">
        Pay ${formatMoney(invoice.amount_remaining, invoice.currency)}
      </button>
    </form>
    ${cardChooser({ debit: false })}`;
}
