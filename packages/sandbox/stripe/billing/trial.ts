import type { Account } from "../account.ts";
import { endSubscription } from "./end-subscription.ts";
import { itemsOf, methodOf } from "./subscription-items.ts";
import { pauseSubscription } from "./pause-subscription.ts";
import { renewSubscription } from "./renew-subscription.ts";

const noticeSeconds = 3 * 86_400;

/** Sets the period of a trial and plans its end, and the notice three days before: at once when it is shorter. */
export function scheduleTrial(account: Account, subscription: string, trialEnd: number): void {
  for (const item of itemsOf(account, subscription))
    account.change("subscription_item", item.id, { current_period_end: trialEnd });
  const notice = Math.max(account.clock.now(), trialEnd - noticeSeconds);
  account.schedule(notice, "trial_will_end", subscription);
  account.schedule(trialEnd, "end_trial", subscription);
}

/** Three days ahead, unless the trial was moved or ended meanwhile. */
export function announceTrialEnd(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "trialing") return;
  if (subscription.trial_end! - account.clock.now() > noticeSeconds) return;
  account.emit("customer.subscription.trial_will_end", "subscription", subscription);
}

/** The trial is over: a first period begins, or what `missing_payment_method` says when there is nothing to charge. */
export function endTrial(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "trialing") return;
  if (subscription.trial_end! > account.clock.now()) return;
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  const missing = methodOf(account, subscription) === null;
  if (missing && behavior === "cancel") endSubscription(account, subscription, { reason: null });
  else if (missing && behavior === "pause")
    pauseSubscription(account, subscription, "trial_end_without_payment_method");
  else {
    const shownBefore = account.show("subscription", subscription);
    account.change("subscription", id, {
      status: "active",
      billing_cycle_anchor: subscription.trial_end!,
    });
    renewSubscription(account, id, shownBefore);
  }
}
