import { msg } from "@lingui/core/macro";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { listPrice } from "./format-rate.ts";
import type { LibraryFacts, WriteLibraryEmail } from "./library-facts.ts";
import { billingUrl, manageAction, startContent } from "./parts.ts";

/** After a subscription was canceled, and before it ends: when it ends, and how to resume it. */
export const writeCancellation: WriteLibraryEmail = (context, facts) => {
  const { i18n, formats } = context;
  const { entry, subscription } = facts;
  if (!subscription || subscription.cancelAt === null) return null;
  const name = toName(context, entry.product.name);
  const date = formats.date(subscription.cancelAt);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your subscription to ${name} is canceled`),
    heading: i18n._(msg`Your subscription is canceled`),
    paragraphs: [
      explainCancellation(context, { name, date }, facts),
      i18n._(
        msg`If you change your mind, you can resume your subscription until ${date}. If you didn’t request the cancellation, contact us.`,
      ),
    ],
    details: [
      { label: i18n._(msg({ message: `Ends on`, comment: "Label of a date" })), value: date },
    ],
    action: {
      label: i18n._(msg`Resume subscription`),
      url: billingUrl(context, entry.sourceId),
    },
  };
};

function explainCancellation(
  { i18n }: EmailContext,
  { name, date }: { name: string; date: string },
  { entry: { access }, subscription }: LibraryFacts,
): string {
  if (access.reason === "subscription_past_due")
    return i18n._(
      msg`Your subscription to ${name} is canceled and won’t renew on ${date}. Your last payment failed. To keep your access until then, pay the open invoice on the billing page of your account.`,
    );
  if (access.reason !== "subscription_canceling")
    return i18n._(
      msg`Your subscription to ${name} is canceled and ends on ${date}. You won’t be charged again.`,
    );
  return subscription?.status === "trialing"
    ? i18n._(
        msg`Your subscription to ${name} is canceled, and your free trial ends on ${date}. You have access until then, and you won’t be charged.`,
      )
    : i18n._(
        msg`Your subscription to ${name} is canceled and ends on ${date}. You have access until then, and you won’t be charged again.`,
      );
}

/** After a cancellation was undone: that the subscription continues, and what is charged next. */
export const writeCancellationUndone: WriteLibraryEmail = (context, facts) => {
  const { i18n } = context;
  const { entry, subscription } = facts;
  if (!subscription || subscription.cancelAt !== null || subscription.endedAt !== null) return null;
  const name = toName(context, entry.product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your subscription to ${name} has been resumed`),
    heading: i18n._(msg`Your subscription has been resumed`),
    paragraphs: [
      i18n._(
        msg`Your subscription to ${name} is no longer canceled. It renews automatically until you cancel it.`,
      ),
      i18n._(msg`No action is needed.`),
    ],
    details: listNextPayment(context, facts),
    action: manageAction(context, entry.sourceId),
  };
};

/** What is charged next, and when. */
export function listNextPayment(
  context: EmailContext,
  { entry: { access, price, renewsAt } }: Pick<LibraryFacts, "entry">,
): EmailContent["details"] {
  const { i18n, formats } = context;
  if (price === null || renewsAt === null) return [];
  const date = formats.date(renewsAt);
  return [
    ...listPrice(context, price),
    access.reason === "subscription_trialing"
      ? {
          label: i18n._(
            msg({ message: `First payment`, comment: "Label of the date of the first payment" }),
          ),
          value: date,
        }
      : {
          label: i18n._(
            msg({ message: `Next payment`, comment: "Label of the date of the next payment" }),
          ),
          value: date,
        },
  ];
}
