import { html } from "hono/html";
import { testCardChooser } from "../checkout/card-chooser.ts";
import { cardFields, type CardFormValues } from "../checkout/card-fields.ts";
import {
  problemSummary,
  getProblemSummaryId,
  labeledField,
  type Problems,
} from "../checkout/fields.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { renderPortalPage } from "./portal-page.ts";
import type { PortalVisit } from "./portal-visit.ts";

/** Shows the form to change the card that renewals charge. */
export function cardPage(
  visit: PortalVisit,
  {
    typed,
    problems,
    decline,
  }: { typed: CardFormValues; problems: Problems; decline: string | null },
): Promise<Response> {
  return renderPortalPage(
    visit,
    "Change card",
    html`<form
        id="payment"
        class="card stack"
        method="post"
        action="/portal/${visit.session.id}/card"
        novalidate
        aria-labelledby="title"
        aria-describedby="${getProblemSummaryId(problems, decline)}"
      >
        <h1 id="title">Change card</h1>
        ${problemSummary(problems, decline)} ${cardFields(typed, problems)}
        ${labeledField({ id: "name", label: "Name on card", value: typed.name, autocomplete: "cc-name" }, problems)}
        <button class="primary wide" name="action" value="save">Save card</button>
        <p><a href="/portal/${visit.session.id}">Keep the old one</a></p>
      </form>
      ${testCardChooser({ debit: false })}`,
  );
}

/** Shows the 3-D Secure step, where the bank asks the customer to confirm the new card. */
export function confirmCardPage(visit: PortalVisit, method: PaymentMethodRow): Promise<Response> {
  return renderPortalPage(
    visit,
    "3-D Secure",
    html`<form class="card stack" method="post">
      <h1>Confirm it is you</h1>
      <p class="soft">
        Your bank asks whether it is you who saves the card ending in
        <strong>${method.card?.last4}</strong>.
      </p>
      <button class="primary" name="answer" value="complete">Complete authentication</button>
      <button name="answer" value="fail">Fail authentication</button>
    </form>`,
  );
}
