import { html } from "hono/html";
import { cardChooser } from "../checkout/card-chooser.ts";
import { cardFields, type TypedCard } from "../checkout/card-fields.ts";
import { alert, errorId, field, type Problems } from "../checkout/fields.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { frame } from "./portal-page.ts";
import type { Visit } from "./portal-visit.ts";

/** A card for everything that renews. */
export function cardPage(
  visit: Visit,
  { typed, problems, decline }: { typed: TypedCard; problems: Problems; decline: string | null },
): Promise<Response> {
  return frame(
    visit,
    "Change card",
    html`<form
        id="payment"
        class="card stack"
        method="post"
        action="/portal/${visit.session.id}/card"
        novalidate
        aria-labelledby="title"
        aria-describedby="${errorId(problems, decline)}"
      >
        <h1 id="title">Change card</h1>
        ${alert(problems, decline)} ${cardFields(typed, problems)}
        ${field({ id: "name", label: "Name on card", value: typed.name, autocomplete: "cc-name" }, problems)}
        <button class="primary wide" name="action" value="save">Save card</button>
        <p><a href="/portal/${visit.session.id}">Keep the old one</a></p>
      </form>
      ${cardChooser({ debit: false })}`,
  );
}

/** Between the form and the portal: the bank asks the customer. */
export function confirmCardPage(visit: Visit, method: PaymentMethodRow): Promise<Response> {
  return frame(
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
