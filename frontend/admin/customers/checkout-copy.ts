import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { type Status, translateLabel } from "../frame/label.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Tone } from "../../ui/status-badge.tsx";
import { explainDecline } from "./decline-copy.ts";
import type { CustomerCheckout } from "./queries.ts";

/** What a team member can tell the customer in one sentence, and what to do about it. */
export type Standing = { tone: Tone; label: string; sentence: string; nextStep: string | null };

/** The badge of each outcome. */
export const outcomeBadges: Record<CustomerCheckout["outcome"], Status> = {
  paid: { tone: "good", label: msg`Paid` },
  missed: { tone: "bad", label: msg`Paid, not synced` },
  processing: { tone: "warning", label: msg`Payment processing` },
  failed: { tone: "bad", label: msg`Payment failed` },
  trial_refused: { tone: "warning", label: msg`No free trial` },
  declined: { tone: "bad", label: msg`Payment declined` },
  needs_action: { tone: "warning", label: msg`Not confirmed` },
  open: { tone: "neutral", label: msg`Checkout open` },
  abandoned: { tone: "neutral", label: msg`Checkout abandoned` },
};

type Facts = Pick<CustomerCheckout, "product" | "outcome" | "attempts" | "createdAt">;

/**
 * What to say of a checkout that was not simply paid, and what to do. `date`: of the last attempt, or of opening it.
 */
const outcomeSentences: Record<
  Exclude<CustomerCheckout["outcome"], "paid" | "declined">,
  (words: { name: string; date: string }) => [MessageDescriptor, nextStep: MessageDescriptor | null]
> = {
  missed: ({ name }) => [
    msg`They paid for ${name}, but the payment hasn’t synced from Stripe yet.`,
    msg`Sync from Stripe now to give them access.`,
  ],
  processing: ({ name }) => [
    msg`They ordered ${name}, but their bank hasn’t confirmed the payment yet.`,
    msg`Access starts when the bank confirms the payment. A bank debit can take several days.`,
  ],
  failed: ({ name, date }) => [
    msg`They ordered ${name} on ${date}, but their bank later rejected the payment. Nothing was charged.`,
    msg`Ask them to buy it again with another payment method.`,
  ],
  trial_refused: ({ name }) => [
    msg`The free trial of ${name} didn’t start because they or their card already had one. Nothing was charged.`,
    msg`They can buy it without a trial, or you can give them access.`,
  ],
  needs_action: ({ name }) => [
    msg`They tried to pay for ${name}, but haven’t confirmed the payment with their bank (3D Secure). Nothing was charged.`,
    msg`Ask them to confirm the payment, or to try another card.`,
  ],
  open: ({ name, date }) => [
    msg`They opened the checkout for ${name} on ${date} and haven’t tried to pay.`,
    null,
  ],
  abandoned: ({ name, date }) => [
    msg`They left the checkout for ${name} on ${date} without trying to pay. Nothing was charged.`,
    msg`If they say they paid, ask for the receipt. It shows the email address and the date.`,
  ],
};

/** Says what became of a checkout; null if it was paid and this shop knows of it. */
export function describeOutcome(i18n: I18n, checkout: Facts): Standing | null {
  const { outcome, product, attempts, createdAt } = checkout;
  if (outcome === "paid") return null;
  const { tone, label } = outcomeBadges[outcome];
  const badge = { tone, label: translateLabel(i18n, label) };
  if (outcome === "declined") return { ...badge, ...describeDeclined(i18n, checkout) };
  const date = formatsOf(i18n).date(attempts[0]?.at ?? createdAt);
  const [sentence, nextStep] = outcomeSentences[outcome]({ name: product.name, date });
  return { ...badge, sentence: i18n._(sentence), nextStep: nextStep && i18n._(nextStep) };
}

function describeDeclined(
  i18n: I18n,
  { product: { name }, attempts, createdAt }: Facts,
): Pick<Standing, "sentence" | "nextStep"> {
  const [latest] = attempts;
  const date = formatsOf(i18n).date(latest?.at ?? createdAt);
  // A checkout without a known attempt had at least one.
  const count = Math.max(1, attempts.length);
  const declined = i18n._(
    msg`${plural(count, {
      one: `The payment for ${name} was declined on ${date}. Nothing was charged.`,
      other: `The payment for ${name} was declined # times, last on ${date}. Nothing was charged.`,
    })}`,
  );
  if (!latest) return { sentence: declined, nextStep: null };
  const { meaning, advice } = explainDecline(i18n, latest);
  return { sentence: `${declined} ${meaning}`, nextStep: advice };
}
