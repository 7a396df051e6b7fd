import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { joinSentences } from "../../i18n/join-sentences.ts";

/** What each change of a subscription did. */
export const doneSentences = {
  plan: msg`Your plan has changed.`,
  seats: msg`Your number of seats has changed.`,
  take_offer: msg`Your subscription continues, and your discount applies from your next payment.`,
  pause: msg`Your subscription is paused.`,
  resume: msg`The pause has ended.`,
  cancel: msg`Your subscription is canceled.`,
  keep: msg`Your subscription continues.`,
  end: msg`Your subscription has ended.`,
} satisfies Record<string, MessageDescriptor>;

/**
 * Confirms a change: "The pause has ended. You paid $1.26."
 * @param paid as text; null if nothing was charged
 */
export function describeDone(
  i18n: I18n,
  change: keyof typeof doneSentences,
  paid: string | null,
): string {
  return joinSentences(
    i18n.locale,
    i18n._(doneSentences[change]),
    paid === null ? null : i18n._(msg`You paid ${paid}.`),
  );
}
