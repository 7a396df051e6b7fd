import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { formatMoney, minorDigits } from "../billing/money.ts";
import type { SessionRow } from "../store/rows.ts";
import { cardFields } from "./card-fields.ts";
import { alert, errorId, field, invalid, problem, type Problems } from "./fields.ts";
import { asksForMethod, type Typed } from "./checkout-form.ts";
import { readLines } from "./session-lines.ts";
import { isTrial } from "./pay-checkout-session.ts";

interface FormState {
  typed: Typed;
  problems: Problems;
  /** What the bank said. */
  decline: string | null;
}

/** The right of the page: who pays, with what, and the one button. Errors are summed up on top and stand at their fields. */
export function paymentForm(
  account: Account,
  session: SessionRow,
  { typed, problems, decline }: FormState,
): Html {
  const lines = readLines(account, session.id);
  const custom = lines.find(({ price }) => price.custom_unit_amount);
  const adjustable = lines.filter(({ row }) => row.adjustable_quantity?.enabled);
  const debit = session.payment_method_types.includes("sepa_debit");
  const wantsMethod = asksForMethod(session, lines);
  const known = session.customer_details?.email;
  return html`<form
    id="payment"
    class="card stack"
    method="post"
    action="/checkout/${session.id}"
    novalidate
    aria-labelledby="pay-title"
    aria-describedby="${errorId(problems, decline)}"
  >
    <h2 id="pay-title">${formTitle(session, wantsMethod)}</h2>
    ${alert(problems, decline)}
    ${
      known
        ? html`<p class="between">
            <span class="soft">Email</span><span class="wrap">${known}</span>
          </p>`
        : field(
            {
              id: "email",
              label: "Email",
              value: typed.email,
              type: "email",
              autocomplete: "email",
            },
            problems,
          )
    }
    ${
      custom &&
      field(
        {
          id: "amount",
          label: `Amount in ${custom.price.currency.toUpperCase()}`,
          value: typed.amount || plainAmount(custom.row.amount_subtotal, custom.price.currency),
          inputmode: "decimal",
        },
        problems,
      )
    }
    ${adjustable.map(({ row }) =>
      field(
        {
          id: `quantity-${row.id}`,
          label: `Quantity of ${row.description}`,
          value: typed.quantities[row.id] ?? String(row.quantity),
          inputmode: "numeric",
        },
        problems,
      ),
    )}
    ${wantsMethod && methodFields(typed, problems, debit)}
    ${
      session.consent_collection?.terms_of_service === "required" &&
      html`<div>
        <label class="check"
          ><input
            type="checkbox"
            id="terms"
            name="terms"
            ${typed.terms ? "checked" : ""}
            ${invalid("terms", problems)}
          />
          <span
            >${session.custom_text.terms_of_service_acceptance?.message ?? "I agree to the seller's terms of service"}</span
          ></label
        >
        ${problem("terms", problems)}
      </div>`
    }
    <button class="primary wide" name="action" value="pay">
      ${buttonText(session, custom !== undefined || adjustable.length > 0)}
    </button>
    ${adjustable.length > 0 && html`<button name="action" value="update">Update total</button>`}
    ${session.custom_text.submit && html`<p class="soft small">${session.custom_text.submit.message}</p>`}
    ${
      session.mode === "subscription" &&
      html`<p class="soft small">
        By confirming you allow the seller to charge you for future payments until you cancel.
      </p>`
    }
  </form>`;
}

function methodFields(typed: Typed, problems: Problems, debit: boolean): Html {
  return html`${
      debit &&
      html`<fieldset>
        <legend>Payment method</legend>
        <div class="choices">
          <label
            ><input
              type="radio"
              name="method"
              value="card"
              ${typed.method === "card" ? "checked" : ""}
            />
            Card</label
          >
          <label
            ><input
              type="radio"
              name="method"
              value="sepa_debit"
              ${typed.method === "sepa_debit" ? "checked" : ""}
            />
            SEPA debit</label
          >
        </div>
      </fieldset>`
    }
    <div class="stack card-fields">${cardFields(typed, problems)}</div>
    ${
      debit &&
      html`<div class="stack debit-fields">
        ${field({ id: "iban", label: "IBAN", value: typed.iban }, problems)}
        <p class="soft small">The bank answers a few seconds later.</p>
      </div>`
    }
    ${field({ id: "name", label: html`<span class="card-only">Name on card</span><span class="debit-only">Account holder</span>`, value: typed.name, autocomplete: "cc-name" }, problems)}`;
}

function formTitle({ mode }: SessionRow, wantsMethod: boolean): string {
  if (mode === "setup") return "Enter a test card";
  return wantsMethod ? "Pay with a test card" : "Confirm your order";
}

function buttonText(session: SessionRow, open: boolean): string {
  if (session.mode === "setup") return "Save card";
  if (isTrial(session) && session.amount_total === 0) return "Start trial";
  if (open) return "Pay";
  return session.amount_total === 0
    ? "Complete order"
    : `Pay ${formatMoney(session.amount_total ?? 0, session.currency!)}`;
}

function plainAmount(amountMinor: number, currency: string): string {
  return amountMinor === 0
    ? ""
    : (amountMinor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency));
}
