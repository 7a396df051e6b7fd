import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { changedRows } from "../../lib/rows.ts";
import { listAlertsOfCustomer, upsertAlert, type AlertRow } from "../../purchases/alerts/store.ts";
import type { Duplicate } from "../../purchases/find-duplicate-purchases.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { findSubscriptionOfPayment } from "./find-subscription-of-payment.ts";
import { alertFromWarning, alertsFromCharge, findClosedReason } from "./payment-alerts.ts";
import { idOf } from "../../stripe/references.ts";

type AlertSources = { orders: OrderRow[]; subscriptions: SubscriptionRow[] };

/**
 * Returns the writes that update a customer's alerts to match Stripe, and the refunds that failed and the early fraud
 * warnings that were reported since the last sync.
 * @param input.charges with the review and all refunds expanded
 * @param input.warnings the early fraud warnings that were reported since the last sync
 * @param input.duplicates the second payments that are being refunded
 */
export async function mirrorAlerts(
  ctx: Ctx,
  input: AlertSources & {
    customer: { id: string };
    existing: AlertRow[];
    charges: Stripe.Charge[];
    warnings: Stripe.Radar.EarlyFraudWarning[];
    duplicates: Duplicate[];
  },
): Promise<{ statements: Statement[]; failedRefunds: AlertRow[]; newWarnings: AlertRow[] }> {
  const { customer, charges, existing } = input;
  const { mode } = ctx.config.stripe;
  const chargeOf = new Map(charges.map((charge) => [charge.id, charge]));
  const known = new Set(existing.map(({ id }) => id));
  const found = [
    ...input.warnings.flatMap((warning) => {
      const charge = chargeOf.get(idOf(warning.charge));
      return charge ? [alertFromWarning(warning, charge)] : [];
    }),
    ...charges.flatMap((charge) => alertsFromCharge(charge, ctx.now)),
  ].filter(({ id }) => !known.has(id));
  const added = await Promise.all(
    found.map(async (alert): Promise<AlertRow> => ({
      ...alert,
      mode,
      customerId: customer.id,
      ...(await findSource(ctx, alert.stripePaymentIntentId, input)),
    })),
  );
  const retriedIds = new Set(input.duplicates.map(({ id }) => id));
  const rows = [...existing, ...added].map((row): AlertRow => {
    const isRetried = row.kind === "failed_refund" && retriedIds.has(row.sourceId ?? "");
    const alert = isRetried && row.detail === null ? { ...row, detail: "retried" } : row;
    const charge = chargeOf.get(row.stripeChargeId ?? "");
    const closedReason = row.closedAt === null && charge && findClosedReason(row, charge);
    return closedReason ? { ...alert, closedAt: ctx.now, closedReason } : alert;
  });
  const secondPayments = input.duplicates
    .filter(({ id }) => !known.has(id))
    .map((duplicate): AlertRow => ({
      mode,
      id: duplicate.id,
      kind: "second_payment",
      customerId: customer.id,
      sourceType: duplicate.type,
      sourceId: duplicate.id,
      stripeChargeId: null,
      stripePaymentIntentId: duplicate.payment?.paymentIntentId ?? null,
      amountMinor: duplicate.payment?.amountMinor ?? 0,
      currency: duplicate.payment?.currency ?? "",
      detail: null,
      createdAt: ctx.now,
      closedAt: null,
      closedReason: null,
    }));
  return {
    statements: changedRows(existing, [...rows, ...secondPayments], ({ id }) => id).map((row) =>
      upsertAlert(ctx.db, row),
    ),
    failedRefunds: added.filter(({ kind }) => kind === "failed_refund"),
    newWarnings: rows.filter(({ id, kind }) => kind === "early_fraud_warning" && !known.has(id)),
  };
}

export const listAlerts = (ctx: Ctx, customer: { id: string }): Promise<AlertRow[]> =>
  listAlertsOfCustomer(ctx.db, customer.id);

/**
 * Finds the order or subscription that a payment is for. Asks Stripe only about payments of earlier invoices: our rows
 * name the latest one.
 */
export async function findSource(
  ctx: Ctx,
  paymentIntentId: string | null,
  { orders, subscriptions }: AlertSources,
): Promise<Pick<AlertRow, "sourceType" | "sourceId">> {
  const none = { sourceType: null, sourceId: null };
  if (paymentIntentId === null) return none;
  const order = orders.find((row) => row.stripePaymentIntentId === paymentIntentId);
  if (order) return { sourceType: "order", sourceId: order.id };
  const latest = subscriptions.find((row) => row.latestPaymentIntentId === paymentIntentId);
  if (latest) return { sourceType: "subscription", sourceId: latest.id };
  if (subscriptions.length === 0) return none;
  const stripeId = await findSubscriptionOfPayment(ctx.stripe, paymentIntentId);
  const earlier = subscriptions.find((row) => row.stripeSubscriptionId === stripeId);
  return earlier ? { sourceType: "subscription", sourceId: earlier.id } : none;
}
