import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { ReadablePage } from "./queries.ts";

/** Explains why the user can read a page: "You’ve had access since March 3, 2026." */
export function explainPageAccess(i18n: I18n, why: NonNullable<ReadablePage["why"]>): string {
  const { date } = formatsOf(i18n);
  const until = why.until === null ? null : date(why.until);
  return i18n._(findSentence(why.reason, date(why.since), until));
}

function findSentence(reason: string, since: string, until: string | null): MessageDescriptor {
  switch (reason) {
    case "gift":
      return until === null
        ? msg`Gift from the shop on ${since}.`
        : msg`Gift from the shop on ${since}. You have access until ${until}.`;
    case "subscription_canceling":
      return until === null
        ? msg`You have access until your subscription ends.`
        : msg`You have access until ${until}.`;
    case "subscription_past_due":
      return until === null
        ? msg`Your last payment failed. Go to billing to pay.`
        : msg`Your last payment failed. You have access until ${until}.`;
    case "subscription_trialing":
      return msg`You have access during your free trial.`;
    default:
      return msg`You’ve had access since ${since}.`;
  }
}
