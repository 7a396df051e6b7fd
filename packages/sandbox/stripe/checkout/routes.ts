import { Hono } from "hono";
import { html } from "hono/html";
import { page, type Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { parseMoney } from "../billing/money.ts";
import { testIbans } from "../payments/test-cards.ts";
import { ApiError } from "../protocol/errors.ts";
import type { StandIn } from "../stand-in.ts";
import { inTimeOf } from "../time/run-at-object-time.ts";
import type { SessionRow } from "../store/rows.ts";
import {
  asksForMethod,
  findProblems,
  prefilled,
  readTyped,
  toDetails,
  type Typed,
} from "./checkout-form.ts";
import type { Problems } from "./fields.ts";
import { readLines } from "./session-lines.ts";
import { authenticateSession, choose, paySession, type PayResult } from "./pay-checkout-session.ts";
import { enterPromotion, removePromotion } from "./totals.ts";
import { cardChooser, chooserStyle, spaced } from "./card-chooser.ts";
import { paymentForm } from "./payment-form.ts";
import { authenticatePage, closedPage, missingPage, refusedPage } from "./state-pages.ts";
import { checkoutStyle } from "./style.ts";
import { summary } from "./order-summary.ts";

/** `/checkout/:session`: what `session.url` leads to. The id is the ticket, so no key is asked. */
export function createCheckoutPages(standIn: StandIn): Hono {
  const pages = new Hono();

  pages.onError((error) => {
    if (error instanceof ApiError) return refusedPage(error.message);
    throw error;
  });

  pages.get("/checkout/:session", (c) =>
    withSession(c.req.param("session"), (account, session) => {
      const typed = prefilled(account, session);
      return openPage(account, session, { typed, problems: {}, decline: null });
    }),
  );

  pages.post("/checkout/:session", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withSession(c.req.param("session"), (account, session) => {
      const typed = readTyped(form, prefilled(account, session));
      const fill = form.get("fill");
      if (fill !== null)
        return openPage(account, session, {
          typed: withNumber(typed, fill),
          problems: {},
          decline: null,
        });
      const action = form.get("action");
      if (action === "promotion" || action === "remove-promotion")
        return changePromotion(account, session, typed, form);
      const problems = findProblems(account, session, typed);
      if (Object.keys(problems).length > 0)
        return openPage(account, session, { typed, problems, decline: null });
      if (action === "update") {
        const updated = standIn.commit(account, () => applyChoice(account, session, typed));
        return openPage(account, updated, { typed, problems: {}, decline: null });
      }
      return afterPaying(
        account,
        standIn.commit(account, () => pay(account, session, typed)),
        typed,
      );
    });
  });

  pages.get("/checkout/:session/authenticate", (c) =>
    withSession(c.req.param("session"), (account, session) => authenticatePage(account, session)),
  );

  pages.post("/checkout/:session/authenticate", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withSession(c.req.param("session"), (account, session) => {
      const result = standIn.commit(account, () =>
        authenticateSession(account, session.id, form.get("answer") === "complete"),
      );
      return afterPaying(account, result, prefilled(account, session));
    });
  });

  return pages;

  function withSession(
    id: string,
    show: (account: Account, session: SessionRow) => Response | Promise<Response>,
  ): Response | Promise<Response> {
    const account = standIn.ownerOf(id);
    // What is due by now (its expiry, say) has happened before anybody looks.
    const session =
      account && standIn.commit(account, () => account.objects.find("checkout.session", id));
    if (!account || !session) return missingPage();
    return session.status === "open"
      ? inTimeOf(account, [id], () => show(account, session))
      : closedPage(session);
  }

  function changePromotion(
    account: Account,
    session: SessionRow,
    typed: Typed,
    form: URLSearchParams,
  ): Promise<Response> {
    const before = { typed, problems: {}, decline: null };
    try {
      const changed = standIn.commit(account, () =>
        form.get("action") === "promotion"
          ? enterPromotion(account, session.id, form.get("promotion") ?? "")
          : removePromotion(account, session.id),
      );
      return openPage(account, changed, before);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return openPage(account, session, before, error.message);
    }
  }

  function pay(account: Account, session: SessionRow, typed: Typed): PayResult {
    const chosen = applyChoice(account, session, typed);
    const email = chosen.customer_details?.email ?? (typed.email || null);
    return paySession(account, session.id, {
      details: toDetails(typed, email),
      name: typed.name || null,
      email,
    });
  }
}

function applyChoice(account: Account, session: SessionRow, typed: Typed): SessionRow {
  const amount =
    typed.amount === "" ? undefined : (parseMoney(typed.amount, session.currency!) ?? undefined);
  const quantities = Object.fromEntries(
    Object.entries(typed.quantities).map(([line, quantity]) => [line, Number(quantity)]),
  );
  return choose(account, session.id, { amount, quantities });
}

function withNumber(typed: Typed, number: string): Typed {
  const isIban = testIbans.some(({ iban }) => iban === number);
  return isIban
    ? { ...typed, method: "sepa_debit", iban: spaced(number) }
    : { ...typed, method: "card", number: spaced(number) };
}

function afterPaying(
  account: Account,
  result: PayResult,
  typed: Typed,
): Response | Promise<Response> {
  switch (result.kind) {
    case "completed":
      return Response.redirect(successUrl(result.session), 303);
    case "authenticate":
      return Response.redirect(result.url, 303);
    case "declined":
      return openPage(account, result.session, {
        typed,
        problems: {},
        decline: result.decline.message,
      });
  }
}

/** Only the literal placeholder is replaced: one that was percent-encoded on the way stays as it is, as at Stripe. */
function successUrl({ success_url: url, id }: SessionRow): string {
  return url!.replaceAll("{CHECKOUT_SESSION_ID}", id);
}

function openPage(
  account: Account,
  session: SessionRow,
  state: { typed: Typed; problems: Problems; decline: string | null },
  promotionProblem: string | null = null,
): Promise<Response> {
  const body: Html = html`<main class="checkout">
    <header>
      ${session.cancel_url ? html`<a href="${session.cancel_url}">← Back to the shop</a>` : html`<span></span>`}
      <span class="badge">Sandbox</span>
    </header>
    ${summary(account, session, promotionProblem)} ${paymentForm(account, session, state)}
    ${asksForMethod(session, readLines(account, session.id)) && cardChooser({ debit: session.payment_method_types.includes("sepa_debit") })}
  </main>`;
  return page("Checkout", body, checkoutStyle + chooserStyle);
}
