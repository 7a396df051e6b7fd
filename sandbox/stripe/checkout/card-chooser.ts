import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import { testCards, testIbans } from "../payments/test-cards.ts";
import type { SessionRow } from "../store/rows.ts";

/** Test numbers, one click each; below the form in reading order, so that Enter still pays. */
export function cardChooser(session: SessionRow): Html {
  return html`<details class="card chooser">
    <summary>Choose a test card</summary>
    <ul class="plain">
      ${testCards.map(
        ({ number, effect }) =>
          html`<li>
            <button form="payment" name="fill" value="${number}">
              <span class="mono">${spaced(number)}</span> <span class="soft small">${effect}</span>
            </button>
          </li>`,
      )}
      ${
        session.payment_method_types.includes("sepa_debit")
          ? testIbans.map(
              ({ iban, effect }) =>
                html`<li>
                  <button form="payment" name="fill" value="${iban}">
                    <span class="mono">${spaced(iban)}</span>
                    <span class="soft small">${effect}</span>
                  </button>
                </li>`,
            )
          : ""
      }
    </ul>
  </details>`;
}

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function spaced(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
