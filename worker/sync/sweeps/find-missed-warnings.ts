import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { toWarning } from "../../email/team/decide-notifications.ts";
import { recordNotifications } from "../../email/team/record-notifications.ts";
import { listKnownAlertIds, upsertAlert } from "../../purchases/alerts/store.ts";
import { listOrdersOfCustomer } from "../../purchases/orders/store.ts";
import { listSubscriptionsOfCustomer } from "../../purchases/subscriptions/store.ts";
import { idOf } from "../../stripe/references.ts";
import { mapStripeCustomersByStripeId } from "../customer/find-stripe-customers.ts";
import { findSource } from "../mirror/mirror-alerts.ts";
import { alertFromWarning } from "../mirror/payment-alerts.ts";
import { toDrift, type Finding } from "./store.ts";

/**
 * Finds early fraud warnings about payments of our customers whose events were lost, and writes their alerts. Unlike
 * other findings, a sync would not find them: Stripe can't list the warnings of a customer. Warnings that need no
 * action are left out.
 * @param input.warnings with `charge` expanded
 */
export async function findMissedWarnings(
  ctx: Ctx,
  input: { warnings: Stripe.Radar.EarlyFraudWarning[] },
): Promise<Finding[]> {
  const { mode } = ctx.config.stripe;
  const actionable = input.warnings.flatMap((warning) =>
    warning.actionable && typeof warning.charge === "object"
      ? [{ warning, charge: warning.charge }]
      : [],
  );
  const known = await listKnownAlertIds(
    ctx.db,
    mode,
    actionable.map(({ warning }) => warning.id),
  );
  const knownIds = new Set(known.map(({ id }) => id));
  const customers = await mapStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: actionable.map(({ charge }) => customerOf(charge)),
  });
  const findings: Finding[] = [];
  for (const { warning, charge } of actionable) {
    const customer = customers.get(customerOf(charge));
    if (customer === undefined || knownIds.has(warning.id)) continue;
    const { id: customerId } = customer;
    const [orders, subscriptions] = await Promise.all([
      listOrdersOfCustomer(ctx.db, customer),
      listSubscriptionsOfCustomer(ctx.db, customerId),
    ]);
    const alert = alertFromWarning(warning, charge);
    const source = await findSource(ctx, alert.stripePaymentIntentId, { orders, subscriptions });
    await commit(ctx.db, [
      upsertAlert(ctx.db, { ...alert, ...source, mode, customerId }),
      ...recordNotifications(ctx, toWarning(alert, ctx.now)),
    ]);
    const detail = "an early fraud warning was not reported by an event";
    findings.push(toDrift(customerId, warning.id, detail));
  }
  return findings;
}

const customerOf = ({ customer }: Stripe.Charge): string => idOf(customer) ?? "";
