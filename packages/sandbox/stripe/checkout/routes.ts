import { Hono } from "hono";
import { html } from "hono/html";
import { renderPage, type Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { parseMoney } from "../money.ts";
import { testIbans } from "../payments/test-cards.ts";
import { ApiError } from "../protocol/errors.ts";
import type { StandIn } from "../stand-in.ts";
import { runAtObjectTime } from "../time/run-at-object-time.ts";
import type { SessionRow } from "../store/rows.ts";
import {
  showsPaymentMethodFields,
  validateForm,
  getPrefilledValues,
  readFormValues,
  toPaymentDetails,
  type CheckoutFormValues,
} from "./checkout-form.ts";
import type { Problems } from "./fields.ts";
import { listSessionLines } from "./session-lines.ts";
import {
  authenticateSession,
  applyCustomerChoices,
  payCheckoutSession,
  type PayResult,
} from "./pay-checkout-session.ts";
import { applyPromotionCode, removePromotionCode } from "./totals.ts";
import { testCardChooser, chooserStyle, groupByFour } from "./card-chooser.ts";
import { paymentForm } from "./payment-form.ts";
import { authenticatePage, closedPage, notFoundPage, paymentErrorPage } from "./state-pages.ts";
import { checkoutStyle } from "./style.ts";
import { orderSummary } from "./order-summary.ts";

/** Creates `/checkout/:session`, the page at `session.url`. The id in the URL authorizes, so no key is needed. */
export function createCheckoutPages(standIn: StandIn): Hono {
  const pages = new Hono();

  pages.onError((error) => {
    if (error instanceof ApiError) return paymentErrorPage(error.message);
    throw error;
  });

  pages.get("/checkout/:session", (c) =>
    withSession(c.req.param("session"), (account, session) => {
      const typed = getPrefilledValues(account, session);
      return renderCheckoutPage(account, session, { typed, problems: {}, decline: null });
    }),
  );

  pages.post("/checkout/:session", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return withSession(c.req.param("session"), (account, session) => {
      const typed = readFormValues(form, getPrefilledValues(account, session));
      const fill = form.get("fill");
      if (fill !== null)
        return renderCheckoutPage(account, session, {
          typed: fillTestNumber(typed, fill),
          problems: {},
          decline: null,
        });
      const action = form.get("action");
      if (action === "promotion" || action === "remove-promotion")
        return changePromotion(account, session, typed, form);
      const problems = validateForm(account, session, typed);
      if (Object.keys(problems).length > 0)
        return renderCheckoutPage(account, session, { typed, problems, decline: null });
      if (action === "update") {
        const updated = standIn.commit(account, () => applyFormChoices(account, session, typed));
        return renderCheckoutPage(account, updated, { typed, problems: {}, decline: null });
      }
      return respondToPayment(
        account,
        standIn.commit(account, () => paySubmittedForm(account, session, typed)),
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
      return respondToPayment(account, result, getPrefilledValues(account, session));
    });
  });

  return pages;

  function withSession(
    id: string,
    show: (account: Account, session: SessionRow) => Response | Promise<Response>,
  ): Response | Promise<Response> {
    const account = standIn.findAccountByObjectId(id);
    // Run due jobs first: the session may have expired.
    const session =
      account && standIn.commit(account, () => account.objects.find("checkout.session", id));
    if (!account || !session) return notFoundPage();
    return session.status === "open"
      ? runAtObjectTime(account, [id], () => show(account, session))
      : closedPage(session);
  }

  function changePromotion(
    account: Account,
    session: SessionRow,
    typed: CheckoutFormValues,
    form: URLSearchParams,
  ): Promise<Response> {
    const before = { typed, problems: {}, decline: null };
    try {
      const changed = standIn.commit(account, () =>
        form.get("action") === "promotion"
          ? applyPromotionCode(account, session.id, form.get("promotion") ?? "")
          : removePromotionCode(account, session.id),
      );
      return renderCheckoutPage(account, changed, before);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return renderCheckoutPage(account, session, before, error.message);
    }
  }

  function paySubmittedForm(
    account: Account,
    session: SessionRow,
    typed: CheckoutFormValues,
  ): PayResult {
    const chosen = applyFormChoices(account, session, typed);
    const email = chosen.customer_details?.email ?? (typed.email || null);
    return payCheckoutSession(account, session.id, {
      details: toPaymentDetails(typed, email),
      name: typed.name || null,
      email,
      address: { country: typed.country },
      taxId: typed.taxId || null,
    });
  }
}

function applyFormChoices(
  account: Account,
  session: SessionRow,
  typed: CheckoutFormValues,
): SessionRow {
  const amount =
    typed.amount === "" ? undefined : (parseMoney(typed.amount, session.currency!) ?? undefined);
  const quantities = Object.fromEntries(
    Object.entries(typed.quantities).map(([line, quantity]) => [line, Number(quantity)]),
  );
  return applyCustomerChoices(account, session.id, { amount, quantities });
}

function fillTestNumber(typed: CheckoutFormValues, number: string): CheckoutFormValues {
  const isIban = testIbans.some(({ iban }) => iban === number);
  return isIban
    ? { ...typed, method: "sepa_debit", iban: groupByFour(number) }
    : { ...typed, method: "card", number: groupByFour(number) };
}

function respondToPayment(
  account: Account,
  result: PayResult,
  typed: CheckoutFormValues,
): Response | Promise<Response> {
  switch (result.kind) {
    case "completed":
      return Response.redirect(buildSuccessUrl(result.session), 303);
    case "authenticate":
      return Response.redirect(result.url, 303);
    case "declined":
      return renderCheckoutPage(account, result.session, {
        typed,
        problems: {},
        decline: result.decline.message,
      });
  }
}

/** Replaces only the literal placeholder. Like Stripe, it leaves a percent-encoded one alone. */
function buildSuccessUrl({ success_url: url, id }: SessionRow): string {
  return url!.replaceAll("{CHECKOUT_SESSION_ID}", id);
}

function renderCheckoutPage(
  account: Account,
  session: SessionRow,
  state: { typed: CheckoutFormValues; problems: Problems; decline: string | null },
  promotionProblem: string | null = null,
): Promise<Response> {
  const body: Html = html`<main class="checkout">
    <header>
      ${session.cancel_url ? html`<a href="${session.cancel_url}">← Back</a>` : html`<span></span>`}
      <span class="badge">Sandbox</span>
    </header>
    ${orderSummary(account, session, promotionProblem)} ${paymentForm(account, session, state)}
    ${showsPaymentMethodFields(session, listSessionLines(account, session.id)) && testCardChooser({ debit: session.payment_method_types.includes("sepa_debit") })}
  </main>`;
  const { locale } = session;
  const lang = locale && locale !== "auto" ? locale : "en";
  return renderPage("Checkout", body, checkoutStyle + chooserStyle, false, lang);
}
