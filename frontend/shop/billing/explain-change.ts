import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeCurrentRate, type ExplainedSubscription } from "./explain-subscription.ts";
import type { Subscription } from "./queries.ts";

/** Explains what canceling at the end of the period does. @param name of the product */
export function explainCancellation(
  i18n: I18n,
  subscription: ExplainedSubscription,
  name: string,
): string {
  const until = formatPaidUntil(i18n, subscription);
  if (subscription.status === "trialing")
    return i18n._(
      until === null
        ? msg`You have access to ${name} until your free trial ends, and you won’t be charged. You can resume your subscription until then.`
        : msg`You have access to ${name} until your free trial ends on ${until}, and you won’t be charged. You can resume your subscription until then.`,
    );
  return i18n._(
    until === null
      ? msg`You have access to ${name} until the end of the period you paid for, and you won’t be charged again. You can resume your subscription until then.`
      : msg`You have access to ${name} until ${until}, and you won’t be charged again. You can resume your subscription until then.`,
  );
}

/** Explains what pausing does. @param name of the product */
export function explainPause(
  i18n: I18n,
  subscription: ExplainedSubscription & Pick<Subscription, "pauseStopsService">,
  name: string,
): string {
  if (subscription.pauseStopsService)
    return i18n._(
      msg`Your access to ${name} ends now, and you won’t be charged during the pause. When you end the pause, the unused time you’ve paid for is credited to your next payment.`,
    );
  const until = formatPaidUntil(i18n, subscription);
  return i18n._(
    until === null
      ? msg`You won’t be charged during the pause. You have access to ${name} until the end of the period you paid for, and again when you end the pause.`
      : msg`You won’t be charged during the pause. You have access to ${name} until ${until}, the end of the period you paid for, and again when you end the pause.`,
  );
}

/** Explains what ending a pause does. */
export function explainResumption(i18n: I18n, { status, price }: ExplainedSubscription): string {
  const rate = describeCurrentRate(i18n, price);
  if (status === "paused")
    return i18n._(
      rate === null
        ? msg`A new billing period starts today. You’re charged for it, minus your credit.`
        : msg`A new billing period starts today. You’re charged ${rate}, minus your credit.`,
    );
  return i18n._(
    rate === null
      ? msg`If the period you paid for isn’t over yet, it continues. Otherwise, a new billing period starts today and you’re charged for it.`
      : msg`If the period you paid for isn’t over yet, it continues. Otherwise, a new billing period starts today and you’re charged ${rate}.`,
  );
}

/** Formats the end of the paid period; null while it is unknown. */
export function formatPaidUntil(
  i18n: I18n,
  { currentPeriodEnd, trialEnd }: ExplainedSubscription,
): string | null {
  const end = currentPeriodEnd ?? trialEnd;
  return end === null ? null : formatsOf(i18n).date(end);
}
