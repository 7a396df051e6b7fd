import { html } from "hono/html";
import { renderPage, type Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { formatMoney } from "../money.ts";
import type { SessionRow } from "../store/rows.ts";

/** Renders the 3-D Secure page of the bank. */
export function authenticatePage(
  account: Account,
  session: SessionRow,
): Response | Promise<Response> {
  const waiting = session._private.attempt;
  if (!waiting) return Response.redirect(`${account.serverUrl}/checkout/${session.id}`, 303);
  const method = account.objects.find("payment_method", waiting.method);
  return authenticationForm(purposeText(session), method?.card?.last4);
}

/**
 * Renders the form that a bank shows for 3-D Secure. It posts `answer` to its own URL: `complete` or `fail`.
 * @param question what the bank asks, up to the card's last digits
 */
export function authenticationForm(
  question: Html | string,
  last4: string | undefined,
): Response | Promise<Response> {
  return renderPage(
    "3-D Secure",
    html`<main class="middle">
      <form class="card stack" method="post">
        <p><span class="badge">Sandbox</span></p>
        <h1>Confirm it is you</h1>
        <p class="soft">
          ${question} ending in <strong>${last4 ?? "…"}</strong>. A real bank would ask for a code
          or its app.
        </p>
        <button class="primary" name="answer" value="complete">Complete authentication</button>
        <button name="answer" value="fail">Fail authentication</button>
      </form>
    </main>`,
  );
}

function purposeText({ mode, amount_total: total, currency }: SessionRow): Html | string {
  if (mode === "setup") return "Your bank asks whether it is you who saves the card";
  const amount = formatMoney(total ?? 0, currency!);
  return html`Your bank asks whether it is you who pays <strong>${amount}</strong> with the card`;
}

/** Renders the page of a completed or expired session. */
export function closedPage(session: SessionRow): Promise<Response> {
  const complete = session.status === "complete";
  const back = complete
    ? session.success_url?.replaceAll("{CHECKOUT_SESSION_ID}", session.id)
    : session.cancel_url;
  const done = session.mode === "setup" ? "The card is saved" : "You have already paid";
  const title = complete ? done : "This checkout has expired";
  return renderPage(
    title,
    html`<main class="middle">
      <div class="card stack">
        <h1>${title}</h1>
        <p class="soft">
          ${complete ? "This Checkout Session is complete. There is nothing more to do here." : "This Checkout Session has expired, and nothing was charged. Start again where you came from."}
        </p>
        ${back && html`<p><a class="button" href="${back}">Back</a></p>`}
      </div>
    </main>`,
  );
}

export async function notFoundPage(): Promise<Response> {
  const shown = await renderPage(
    "Not found",
    html`<main class="middle">
      <div class="card stack">
        <h1>There is nothing here</h1>
        <p class="soft">The address is wrong, or the sandbox has been reset.</p>
      </div>
    </main>`,
  );
  return new Response(shown.body, { status: 404, headers: shown.headers });
}

/** Renders the page for a refused payment: the customer was deleted, or another tab completed the session. */
export function paymentErrorPage(message: string): Promise<Response> {
  return renderPage(
    "Not possible",
    html`<main class="middle">
      <div class="card stack">
        <h1>This cannot be paid</h1>
        <p class="soft" role="alert">${message}</p>
      </div>
    </main>`,
  );
}
