import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { formatMoney, getMinorUnitDigits } from "../money.ts";
import type { SessionRow } from "../store/rows.ts";
import { cardFields } from "./card-fields.ts";
import {
  problemSummary,
  getProblemSummaryId,
  labeledField,
  invalidAttributes,
  fieldProblem,
  type Problems,
} from "./fields.ts";
import { showsPaymentMethodFields, type CheckoutFormValues } from "./checkout-form.ts";
import { listSessionLines } from "./session-lines.ts";
import { getTermsUrl } from "../catalog/public-details.ts";
import { collectsAddress } from "./session-tax.ts";
import { computeShownTotals } from "./totals.ts";
import { hasTrial } from "./pay-checkout-session.ts";

interface FormState {
  typed: CheckoutFormValues;
  problems: Problems;
  /** Why the bank declined the last attempt. */
  decline: string | null;
}

/** Renders the right side of the page: email, payment method and button. Errors are in a summary and at the fields. */
export function paymentForm(
  account: Account,
  session: SessionRow,
  { typed, problems, decline }: FormState,
): Html {
  const lines = listSessionLines(account, session.id);
  const custom = lines.find(({ price }) => price.custom_unit_amount);
  const adjustable = lines.filter(({ row }) => row.adjustable_quantity?.enabled);
  const debit = session.payment_method_types.includes("sepa_debit");
  const showsMethodFields = showsPaymentMethodFields(session, lines);
  const knownEmail = session.customer_details?.email;
  return html`<form
    id="payment"
    class="card stack"
    method="post"
    action="/checkout/${session.id}"
    novalidate
    aria-labelledby="pay-title"
    aria-describedby="${getProblemSummaryId(problems, decline)}"
  >
    <h2 id="pay-title">${formTitle(session, showsMethodFields)}</h2>
    ${problemSummary(problems, decline)}
    ${
      knownEmail
        ? html`<p class="between">
            <span class="soft">Email</span><span class="wrap">${knownEmail}</span>
          </p>`
        : labeledField(
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
      labeledField(
        {
          id: "amount",
          label: `Amount in ${custom.price.currency.toUpperCase()}`,
          value: typed.amount || toPlainAmount(custom.row.amount_subtotal, custom.price.currency),
          inputmode: "decimal",
        },
        problems,
      )
    }
    ${adjustable.map(({ row }) =>
      labeledField(
        {
          id: `quantity-${row.id}`,
          label: `Quantity of ${row.description}`,
          value: typed.quantities[row.id] ?? String(row.quantity),
          inputmode: "numeric",
        },
        problems,
      ),
    )}
    ${showsMethodFields && paymentMethodFields(typed, problems, debit)}
    ${
      collectsAddress(session) &&
      labeledField(
        {
          id: "country",
          label: "Country of your billing address",
          value: typed.country,
          autocomplete: "country",
        },
        problems,
      )
    }
    ${
      session.tax_id_collection?.enabled &&
      labeledField(
        {
          id: "tax-id",
          label: "VAT ID (optional)",
          value: typed.taxId,
          placeholder: "DE123456789",
        },
        problems,
      )
    }
    ${
      session.consent_collection?.terms_of_service === "required" &&
      html`<div>
        <label class="check"
          ><input
            type="checkbox"
            id="terms"
            name="terms"
            ${typed.terms ? "checked" : ""}
            ${invalidAttributes("terms", problems)}
          />
          <span
            >${session.custom_text.terms_of_service_acceptance?.message ?? html`I agree to the seller's <a href="${getTermsUrl(account) ?? ""}">terms of service</a>`}</span
          ></label
        >
        ${fieldProblem("terms", problems)}
      </div>`
    }
    <button class="primary wide" name="action" value="pay">
      ${buttonText(session, computeShownTotals(account, session).total, custom !== undefined || adjustable.length > 0)}
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

function paymentMethodFields(typed: CheckoutFormValues, problems: Problems, debit: boolean): Html {
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
        ${labeledField({ id: "iban", label: "IBAN", value: typed.iban }, problems)}
        <p class="soft small">The bank answers a few seconds later.</p>
      </div>`
    }
    ${labeledField({ id: "name", label: html`<span class="card-only">Name on card</span><span class="debit-only">Account holder</span>`, value: typed.name, autocomplete: "cc-name" }, problems)}`;
}

function formTitle({ mode }: SessionRow, showsMethodFields: boolean): string {
  if (mode === "setup") return "Enter a test card";
  return showsMethodFields ? "Pay with a test card" : "Confirm your order";
}

function buttonText(session: SessionRow, total: number, hasOpenTotal: boolean): string {
  if (session.mode === "setup") return "Save card";
  if (hasTrial(session) && total === 0) return "Start trial";
  if (hasOpenTotal) return "Pay";
  return total === 0 ? "Complete order" : `Pay ${formatMoney(total, session.currency!)}`;
}

function toPlainAmount(amountMinor: number, currency: string): string {
  return amountMinor === 0
    ? ""
    : (amountMinor / 10 ** getMinorUnitDigits(currency)).toFixed(getMinorUnitDigits(currency));
}
