import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { callStripe } from "../../billing/call-stripe.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import {
  closeAlert,
  findAlert,
  listOpenAlerts,
  mapProductsOfSources,
  type AlertRow,
} from "../../purchases/alerts/store.ts";
import { findOrder } from "../../purchases/orders/store.ts";
import { findPaymentByIntent } from "../../purchases/payments/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { refundOrder } from "../orders/refund-order.ts";
import {
  endSubscriptionForUser,
  refundSubscription,
} from "../../billing/change-subscription-for-user.ts";
import { pick } from "../../lib/pick.ts";

/** The most that are shown at once; the others follow when these are closed. */
const MAX_SHOWN = 20;

/** Returns the open alerts about payments, newest first. Amounts in minor units, times in unix milliseconds. */
export async function listPaymentAlerts(ctx: Ctx) {
  const { mode } = ctx.config.stripe;
  const rows = await listOpenAlerts(ctx.db, mode, MAX_SHOWN + 1);
  const productOf = await mapProductsOfSources(
    ctx.db,
    rows.flatMap(({ alert }) => alert.sourceId ?? []),
  );
  const products = await mapProductSummaries(ctx, { ids: [...new Set(productOf.values())] });
  return {
    alerts: rows.slice(0, MAX_SHOWN).map(({ alert, user }) => ({
      ...pick(alert, ["id", "kind", "sourceType", "sourceId", "amountMinor", "currency"]),
      ...pick(alert, ["detail", "createdAt"]),
      user,
      /** What was paid for; null if it is nothing of this shop. */
      productName: products.get(productOf.get(alert.sourceId ?? "") ?? "")?.name ?? null,
      /** The payment at Stripe; null if nothing was paid. */
      stripeUrl:
        alert.stripePaymentIntentId === null
          ? null
          : dashboardUrl(mode, `payments/${alert.stripePaymentIntentId}`),
    })),
    hasMore: rows.length > MAX_SHOWN,
  };
}

/**
 * Refunds a payment that is suspected of fraud in full, and ends the access that it paid for. A subscription is ended
 * first, so that it is not charged again even if the refund is refused. Repeating the call does what is left.
 * @throws `not_found` if there is no such warning or review; `not_refundable` if it is for nothing of this shop; and as
 *   `refundOrder`, `endSubscriptionForUser` and `refundSubscription`
 */
export async function refundAndEnd(ctx: Ctx, input: { id: string }): Promise<void> {
  const alert = await findOpenAlert(ctx, input.id, ["early_fraud_warning", "review"]);
  const { mode } = ctx.config.stripe;
  const { sourceType, sourceId: id, stripePaymentIntentId: paymentIntentId } = alert;
  const reason = "fraudulent";
  if (id === null || paymentIntentId === null)
    throw fail("not_refundable", { reason: "the payment is for nothing of this shop" });
  if (sourceType === "order") {
    const order = await findOrder(ctx.db, id, mode);
    if (!order) throw fail("not_found", { reason: "no such order" });
    return refundOrder(ctx, { id, refundedMinor: order.refundedMinor, reason });
  }
  await endSubscriptionForUser(ctx, { id });
  const payment = await findPaymentByIntent(ctx.db, alert.customerId, paymentIntentId);
  const { refundedMinor = 0 } = payment ?? {};
  await refundSubscription(ctx, { id, paymentIntentId, refundedMinor, reason, end: false });
}

/**
 * Closes an alert that needs nothing more. A review is approved at Stripe.
 * @throws `not_found`, `stripe_unavailable`
 */
export async function dismissAlert(ctx: Ctx, input: { id: string }): Promise<void> {
  const alert = await findOpenAlert(ctx, input.id);
  const closedReason = alert.kind === "review" ? "approved" : "dismissed";
  if (alert.kind === "review") await callStripe(() => ctx.stripe.reviews.approve(alert.id));
  await commit(ctx.db, [
    closeAlert(ctx.db, alert.mode, alert.id, { closedAt: ctx.now, closedReason }),
    recordChange(ctx, {
      action: "payment_alert.dismissed",
      targetId: alert.id,
      before: { kind: alert.kind, detail: alert.detail },
      after: { closedReason },
    }),
  ]);
  if (alert.kind === "review")
    await syncStripeCustomer(ctx, { customerId: alert.customerId, force: true });
}

/** @throws `not_found` */
async function findOpenAlert(ctx: Ctx, id: string, kinds?: AlertRow["kind"][]): Promise<AlertRow> {
  const alert = await findAlert(ctx.db, ctx.config.stripe.mode, id);
  if (!alert || alert.closedAt !== null || kinds?.includes(alert.kind) === false)
    throw fail("not_found", { reason: "no such open alert" });
  return alert;
}
