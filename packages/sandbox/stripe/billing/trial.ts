import type { Account } from "../account.ts";
import { endSubscription } from "./end-subscription.ts";
import { listSubscriptionItems, getDefaultPaymentMethodId } from "./subscription-items.ts";
import { pauseSubscription } from "./pause-subscription.ts";
import { renewSubscription } from "./renew-subscription.ts";

const trialNoticeSeconds = 3 * 86_400;

/** Schedules the end of a trial, and `trial_will_end` three days before it (immediately for shorter trials). */
export function scheduleTrial(account: Account, subscription: string, trialEnd: number): void {
  for (const item of listSubscriptionItems(account, subscription))
    account.update("subscription_item", item.id, { current_period_end: trialEnd });
  const notice = Math.max(account.clock.now(), trialEnd - trialNoticeSeconds);
  account.schedule(notice, "trial_will_end", subscription);
  account.schedule(trialEnd, "end_trial", subscription);
}

/** Emits `trial_will_end` three days before the end, unless the trial was moved or ended in the meantime. */
export function emitTrialWillEnd(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "trialing") return;
  if (subscription.trial_end! - account.clock.now() > trialNoticeSeconds) return;
  account.emit("customer.subscription.trial_will_end", "subscription", subscription);
}

/** Ends a trial: starts the first paid period, or applies `missing_payment_method` if there is nothing to charge. */
export function endTrial(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "trialing") return;
  if (subscription.trial_end! > account.clock.now()) return;
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  const hasNoPaymentMethod = getDefaultPaymentMethodId(account, subscription) === null;
  if (hasNoPaymentMethod && behavior === "cancel")
    endSubscription(account, subscription, { reason: null });
  else if (hasNoPaymentMethod && behavior === "pause")
    pauseSubscription(account, subscription, "trial_end_without_payment_method");
  else {
    const serializedBefore = account.serialize("subscription", subscription);
    account.update("subscription", id, {
      status: "active",
      billing_cycle_anchor: subscription.trial_end!,
    });
    renewSubscription(account, id, serializedBefore);
  }
}
