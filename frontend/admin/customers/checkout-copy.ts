import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Tone } from "../../ui/status-badge.tsx";
import { explainDecline } from "./decline-copy.ts";
import type { CustomerCheckout } from "./queries.ts";

/** What a team member can tell the customer in one sentence, and what to do about it. */
export type Standing = { tone: Tone; label: string; sentence: string; nextStep: string | null };

/** The badge of each outcome. */
export const outcomeBadges: Record<
  CustomerCheckout["outcome"],
  { tone: Tone; label: MessageDescriptor }
> = {
  paid: { tone: "good", label: msg`Paid` },
  unheard: { tone: "bad", label: msg`Paid, not synced` },
  processing: { tone: "warning", label: msg`Payment processing` },
  failed: { tone: "bad", label: msg`Payment failed` },
  trial_refused: { tone: "warning", label: msg`No free trial` },
  declined: { tone: "bad", label: msg`Payment declined` },
  needs_action: { tone: "warning", label: msg`Not confirmed` },
  open: { tone: "neutral", label: msg`Checkout open` },
  abandoned: { tone: "neutral", label: msg`Checkout abandoned` },
};

type Facts = Pick<CustomerCheckout, "product" | "outcome" | "attempts" | "createdAt">;

/** Says what became of a checkout; null if it was paid and this shop knows of it. */
export function describeOutcome(i18n: I18n, checkout: Facts): Standing | null {
  if (checkout.outcome === "paid") return null;
  const { tone, label } = outcomeBadges[checkout.outcome];
  const [sentence, nextStep] =
    checkout.outcome === "declined"
      ? describeDeclined(i18n, checkout)
      : describeUnpaid(i18n, checkout, checkout.outcome);
  return { tone, label: i18n._(label), sentence, nextStep };
}

type SentenceAndNextStep = [sentence: string, nextStep: string | null];

function describeUnpaid(
  i18n: I18n,
  { product: { name }, attempts, createdAt }: Facts,
  outcome: Exclude<CustomerCheckout["outcome"], "paid" | "declined">,
): SentenceAndNextStep {
  const date = formatsOf(i18n).date(attempts[0]?.at ?? createdAt);
  switch (outcome) {
    case "unheard":
      return [
        i18n._(msg`They paid for ${name}, but the payment hasn’t synced from Stripe yet.`),
        i18n._(msg`Sync from Stripe now to give them access.`),
      ];
    case "processing":
      return [
        i18n._(msg`They ordered ${name}, but their bank hasn’t confirmed the payment yet.`),
        i18n._(
          msg`Access starts when the bank confirms the payment. A bank debit can take several days.`,
        ),
      ];
    case "failed":
      return [
        i18n._(
          msg`They ordered ${name} on ${date}, but their bank later rejected the payment. Nothing was charged.`,
        ),
        i18n._(msg`Ask them to buy it again with another payment method.`),
      ];
    case "trial_refused":
      return [
        i18n._(
          msg`The free trial of ${name} didn’t start because they or their card already had one. Nothing was charged.`,
        ),
        i18n._(msg`They can buy it without a trial, or you can give them access.`),
      ];
    case "needs_action":
      return [
        i18n._(
          msg`They tried to pay for ${name}, but haven’t confirmed the payment with their bank (3D Secure). Nothing was charged.`,
        ),
        i18n._(msg`Ask them to confirm the payment, or to try another card.`),
      ];
    case "open":
      return [
        i18n._(msg`They opened the checkout for ${name} on ${date} and haven’t tried to pay.`),
        null,
      ];
    case "abandoned":
      return [
        i18n._(
          msg`They left the checkout for ${name} on ${date} without trying to pay. Nothing was charged.`,
        ),
        i18n._(
          msg`If they say they paid, ask for the receipt. It shows the email address and the date.`,
        ),
      ];
  }
}

function describeDeclined(
  i18n: I18n,
  { product: { name }, attempts, createdAt }: Facts,
): SentenceAndNextStep {
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
  if (!latest) return [declined, null];
  const { meaning, advice } = explainDecline(i18n, latest);
  return [`${declined} ${meaning}`, advice];
}
