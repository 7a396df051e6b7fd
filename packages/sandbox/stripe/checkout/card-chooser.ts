import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import { testCards, testIbans } from "../payments/test-cards.ts";

export const chooserStyle = `
.chooser { padding: 0; } .chooser summary { cursor: pointer; padding: 16px 20px; font-weight: 600; border-radius: 16px; }
.chooser ul { padding: 0 8px 8px; } .chooser button { width: 100%; border: 0; display: grid; gap: 0; text-align: start; padding: 8px 12px; font-weight: 500; }
.chooser button:hover { background: var(--page); }
`;

/** Renders the list of test numbers. It comes after the form in the document, so that Enter still pays. */
export function testCardChooser({ debit }: { debit: boolean }): Html {
  return html`<details class="card chooser">
    <summary>Choose a test card</summary>
    <ul class="plain">
      ${testCards.map(
        ({ number, effect }) =>
          html`<li>
            <button form="payment" name="fill" value="${number}">
              <span class="mono">${groupByFour(number)}</span>
              <span class="soft small">${effect}</span>
            </button>
          </li>`,
      )}
      ${
        debit
          ? testIbans.map(
              ({ iban, effect }) =>
                html`<li>
                  <button form="payment" name="fill" value="${iban}">
                    <span class="mono">${groupByFour(iban)}</span>
                    <span class="soft small">${effect}</span>
                  </button>
                </li>`,
            )
          : ""
      }
    </ul>
  </details>`;
}

/** Formats `4242424242424242` as `4242 4242 4242 4242`. */
export function groupByFour(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
