import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { cancelNow } from "../../stripe/cancel-now.ts";
import { refundsOf, sumRefunds } from "../../stripe/refunds.ts";
import { writeWithRetry } from "../../stripe/write-with-retry.ts";
import { listAlertsOfCustomer, setAlertDetail } from "../../purchases/alerts/store.ts";
import type { Duplicate } from "../../purchases/find-duplicate-purchases.ts";
import { idOf } from "../../stripe/references.ts";

/**
 * Cancels and refunds second payments at Stripe. Disputed payments can't be refunded, so they are only canceled. Each
 * step has its own idempotency key and is skipped if already done, so a retry continues after a crash. A refund that
 * failed is made again; if Stripe refuses that, the team gets an email.
 * @throws errors from Stripe; the customer stays dirty
 */
export async function refundDuplicatePayments(
  ctx: Ctx,
  input: { customerId: string; duplicates: Duplicate[] },
): Promise<void> {
  for (const duplicate of input.duplicates) {
    const isRefused =
      duplicate.type === "order"
        ? (await refund(ctx, duplicate, duplicate.stripeId)) === "refused"
        : await refundAndCancelSubscription(ctx, duplicate);
    if (isRefused) await recordRefusal(ctx, input.customerId, duplicate);
  }
}

/** @returns whether Stripe refused to refund a payment again */
async function refundAndCancelSubscription(ctx: Ctx, duplicate: Duplicate): Promise<boolean> {
  // Refund first: a canceled subscription is no longer detected as a duplicate unless its refund failed.
  const { latest_invoice: invoice, status } = await ctx.stripe.subscriptions.retrieve(
    duplicate.stripeId,
  );
  let isRefused = false;
  if (invoice) {
    const { data: payments } = await ctx.stripe.invoicePayments.list({
      invoice: idOf(invoice),
      status: "paid",
    });
    for (const { payment } of payments) {
      const intent = payment.payment_intent;
      if (!intent) continue;
      const outcome = await refund(ctx, duplicate, idOf(intent));
      isRefused ||= outcome === "refused";
    }
  }
  if (status === "canceled") return isRefused;
  const key = { action: "duplicate-cancel", rowId: duplicate.id };
  await cancelNow(ctx.stripe, duplicate.stripeId, key);
  return isRefused;
}

/** `refused`: Stripe counts a refund that failed, and makes no other one. */
async function refund(
  ctx: Ctx,
  { id, payment }: Duplicate,
  paymentIntentId: string,
): Promise<"done" | "refused"> {
  if (await isRefunded(ctx, paymentIntentId)) return "done";
  const params = { payment_intent: paymentIntentId, reason: "duplicate" as const };
  try {
    // Without an amount, Stripe refunds what is left, so a repeated refund is refused and never pays twice.
    await writeWithRetry(
      {
        action: "duplicate-refund",
        // The same key would only repeat Stripe's answer about the refund that failed.
        rowId: `${id}:${payment?.failedRefunds ?? 0}`,
        attempt: ctx.requestId,
        params,
      },
      (key) => ctx.stripe.refunds.create(params, key),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Another tab's sync may have refunded it meanwhile.
    if (error.code === "charge_already_refunded")
      return (await isRefunded(ctx, paymentIntentId)) ? "done" : "refused";
    // The bank decides about the money of a disputed payment; Stripe refuses the refund.
    if (error.code !== "charge_disputed") throw error;
  }
  return "done";
}

/** Whether a payment is refunded in full, by refunds that did not fail. */
async function isRefunded(ctx: Ctx, paymentIntentId: string): Promise<boolean> {
  const { latest_charge: charge } = await ctx.stripe.paymentIntents.retrieve(paymentIntentId, {
    expand: ["latest_charge.refunds"],
  });
  return (
    typeof charge === "object" && charge !== null && sumRefunds(refundsOf(charge)) >= charge.amount
  );
}

/** Notes that the failed refunds of a purchase can't be made again, so that they are not tried again. */
async function recordRefusal(ctx: Ctx, customerId: string, { id }: Duplicate): Promise<void> {
  const alerts = await listAlertsOfCustomer(ctx.db, customerId);
  const failed = alerts.filter(({ kind, sourceId }) => kind === "failed_refund" && sourceId === id);
  if (failed.length === 0) return;
  await commit(
    ctx.db,
    failed.map((alert) => setAlertDetail(ctx.db, alert.mode, alert.id, "refused")),
  );
}
