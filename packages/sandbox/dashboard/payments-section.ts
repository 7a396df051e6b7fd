import type { Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { Account } from "../stripe/account.ts";
import { formatMoney } from "../stripe/money.ts";
import { openDispute } from "../stripe/payments/dispute.ts";
import { closeReview, openReview, warnOfFraud } from "../stripe/payments/fraud.ts";
import { payOutBalance } from "../stripe/payments/payout.ts";
import { markRefundFailed } from "../stripe/payments/refund.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import type { Html } from "../ui/page.ts";

/** How many payments the section lists. */
const listedPayments = 5;

/** What can happen to a payment after it succeeded, by the name of the button. */
const effects: Record<string, (account: Account, charge: Stripe.Charge) => unknown> = {
  dispute: (account, charge) => openDispute(account, charge.id, "fraudulent"),
  "fraud warning": (account, charge) => warnOfFraud(account, charge.id, "unauthorized_use_of_card"),
  review: (account, charge) => openReview(account, charge.id),
  "approve review": (account, charge) => closeReview(account, charge.review as string, "approved"),
  "fail refund": (account, charge) => {
    const refund = findRefund(account, charge);
    if (refund) markRefundFailed(account, refund.id);
  },
};

/** The latest payments of the shop, with what the bank, the card issuer and Radar can do to them. */
export function paymentsSection(standIn: StandIn): Html | string {
  const account = standIn.getOrCreateAccount(standIn.mainKey);
  const { rows: charges } = account.objects.findPage(
    "charge",
    [{ field: "status", equals: "succeeded" }],
    { limit: listedPayments, order: "newest first" },
  );
  if (charges.length === 0) return "";
  return html`<section class="card stack" id="payments" aria-labelledby="payments-title">
    <h2 id="payments-title">Payments</h2>
    <ul class="plain list">
      ${charges.map(
        (charge) =>
          html`<li>
            <span class="what"
              >${formatMoney(charge.amount, charge.currency)}
              <code class="soft block">${charge.id}</code></span
            >
            <form method="post" action="/desk/charges/${charge.id}" class="actions">
              ${listEffects(account, charge).map(
                (effect) => html`<button name="effect" value="${effect}">${effect}</button>`,
              )}
            </form>
          </li>`,
      )}
    </ul>
    <form method="post" action="/desk/payouts"><button>Pay out the balance</button></form>
  </section>`;
}

/** Adds what the buttons of the section do. */
export function addPaymentForms(dashboard: Hono, standIn: StandIn): void {
  dashboard.post("/desk/charges/:id", async (c) => {
    const { effect } = await c.req.parseBody();
    const account = standIn.getOrCreateAccount(standIn.mainKey);
    const charge = account.get("charge", c.req.param("id"));
    const run = listEffects(account, charge).includes(String(effect)) && effects[String(effect)];
    if (run) standIn.commit(account, () => run(account, charge));
    return c.redirect("/#payments", 303);
  });

  dashboard.post("/desk/payouts", (c) => {
    const account = standIn.getOrCreateAccount(standIn.mainKey);
    standIn.commit(account, () => {
      const currencies = account.objects
        .findAll("balance_transaction", [])
        .map(({ currency }) => currency);
      for (const currency of new Set(currencies)) payOutBalance(account, currency);
    });
    return c.redirect("/#payments", 303);
  });
}

/** Returns the buttons that a payment has now. */
function listEffects(account: Account, charge: Stripe.Charge): string[] {
  const review = charge.review ? account.objects.find("review", charge.review as string) : null;
  const isSettled = charge.disputed || charge.refunded;
  return [
    ...(isSettled ? [] : ["dispute", "fraud warning"]),
    ...(review?.open ? ["approve review"] : isSettled || review ? [] : ["review"]),
    ...(findRefund(account, charge) ? ["fail refund"] : []),
  ];
}

/** Returns the latest refund of a charge that has not failed. */
function findRefund(account: Account, charge: Stripe.Charge): Stripe.Refund | undefined {
  return account.objects
    .findAll("refund", [{ field: "charge", equals: charge.id }])
    .findLast(({ status }) => status === "succeeded" || status === "pending");
}
