import { html } from "hono/html";
import type { Account } from "../account.ts";
import { cancelSubscriptionNow } from "../billing/cancel-subscription-now.ts";
import { listSubscriptionItems } from "../billing/subscription-items.ts";
import { updateSubscription } from "../billing/update-subscription.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { formatDay, renderPortalPage } from "./portal-page.ts";
import type { PortalVisit } from "./portal-visit.ts";

const reasons = {
  customer_service: "Customer service was less than expected",
  low_quality: "Quality was less than expected",
  missing_features: "Some features are missing",
  other: "Other reason",
  switched_service: "I found an alternative",
  too_complex: "It is too complex",
  too_expensive: "It is too expensive",
  unused: "I no longer need it",
} as const;
type Reason = keyof typeof reasons;

/** Asks to confirm the cancellation, and for the reason if the configuration enables it. */
export function cancelPage(visit: PortalVisit, subscription: SubscriptionRow): Promise<Response> {
  const { account, session, configuration } = visit;
  const { mode, cancellation_reason: reasonQuestion } = configuration.features.subscription_cancel;
  const end = Math.min(
    ...listSubscriptionItems(account, subscription.id).map((item) => item.current_period_end),
  );
  return renderPortalPage(
    visit,
    "Cancel plan",
    html`<form class="card stack" method="post">
      <h1>Cancel your plan?</h1>
      <p class="soft">
        ${mode === "immediately" ? "It ends at once." : `You keep it until ${formatDay(end)}. Nothing more is charged.`}
      </p>
      ${
        reasonQuestion.enabled &&
        html`<div>
          <label for="reason">Why are you leaving?</label>
          <select id="reason" name="reason">
            <option value="">I would rather not say</option>
            ${reasonQuestion.options.map((option) => html`<option value="${option}">${reasons[option as Reason]}</option>`)}
          </select>
          <label for="comment">Any additional feedback? (optional)</label>
          <textarea id="comment" name="comment" rows="3"></textarea>
        </div>`
      }
      <button class="danger">Cancel plan</button>
      <p><a href="/portal/${session.id}">Keep it</a></p>
    </form>`,
  );
}

/** Cancels a subscription as configured: immediately, or by setting only `cancel_at`, as Stripe's portal does. */
export function cancelSubscriptionInPortal(
  { account, configuration }: PortalVisit,
  subscription: SubscriptionRow,
  { reason, comment }: { reason: string | null; comment: string | null },
): void {
  const { mode, proration_behavior: proration } = configuration.features.subscription_cancel;
  const feedback = reason && Object.hasOwn(reasons, reason) ? (reason as Reason) : undefined;
  const details = (feedback || comment) && {
    cancellation_details: { ...(feedback && { feedback }), ...(comment && { comment }) },
  };
  if (mode === "immediately") {
    const prorate = proration !== "none";
    const invoiceNow = proration === "always_invoice";
    cancelSubscriptionNow(account, subscription.id, {
      ...details,
      prorate,
      invoice_now: invoiceNow,
    });
  } else {
    updateSubscription(account, subscription.id, { ...details, cancel_at: "min_period_end" });
  }
}

/** Undoes a scheduled cancellation. */
export function undoCancellationInPortal(account: Account, subscription: SubscriptionRow): void {
  updateSubscription(account, subscription.id, { cancel_at: null });
}
