import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { renderPage } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { authenticationForm, notFoundPage } from "../checkout/state-pages.ts";
import { formatMoney } from "../money.ts";
import type { StandIn } from "../stand-in.ts";
import { runAtObjectTime } from "../time/run-at-object-time.ts";
import {
  authenticateIntent,
  buildReturnUrl,
  findOwnIntent,
  type OwnIntent,
} from "./authenticate-intent.ts";

/** Creates `/authenticate/:intent`, the 3-D Secure page of intents that a program created. */
export function createAuthenticationPages(standIn: StandIn): Hono {
  const pages = new Hono();
  // A site in another tab of the same browser must not submit the form.
  pages.use("/authenticate/*", csrf());

  pages.get("/authenticate/:intent", (c) => {
    const account = standIn.findAccountByObjectId(c.req.param("intent"));
    const intent = account && findOwnIntent(account, c.req.param("intent"));
    if (!account || !intent) return notFoundPage();
    if (intent.status !== "requires_action") return leave(intent);
    const method = account.get("payment_method", intent.payment_method as string);
    return authenticationForm(toQuestion(intent), method.card?.last4);
  });

  pages.post("/authenticate/:intent", async (c) => {
    const id = c.req.param("intent");
    const passed = new URLSearchParams(await c.req.text()).get("answer") === "complete";
    const account = standIn.findAccountByObjectId(id);
    if (!account || !findOwnIntent(account, id)) return notFoundPage();
    return leave(answer(standIn, account, id, passed));
  });

  return pages;
}

function answer(standIn: StandIn, account: Account, id: string, passed: boolean): OwnIntent {
  return standIn.commit(account, () =>
    // Due jobs have run by now, and may have canceled it.
    runAtObjectTime(account, [id], () =>
      authenticateIntent(account, findOwnIntent(account, id)!, passed),
    ),
  );
}

function toQuestion(intent: OwnIntent) {
  return intent.object === "payment_intent"
    ? html`Your bank asks whether it is you who pays
        <strong>${formatMoney(intent.amount, intent.currency)}</strong> with the card`
    : "Your bank asks whether it is you who saves the card";
}

function leave(intent: OwnIntent): Response | Promise<Response> {
  const url = buildReturnUrl(intent);
  if (url) return Response.redirect(url, 303);
  return renderPage(
    "3-D Secure",
    html`<main class="middle">
      <div class="card stack">
        <h1>You can close this page</h1>
        <p class="soft">The state is now ${intent.status}, and there is no page to go back to.</p>
      </div>
    </main>`,
  );
}
