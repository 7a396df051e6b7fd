import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { DeletionPreview } from "./queries.ts";

/** Explains each consequence of deleting the account, in a sentence or two. */
export function explainDeletion(
  i18n: I18n,
  { subscriptionsToCancel, keptOrderCount }: DeletionPreview,
): string[] {
  return [
    ...subscriptionsToCancel.map((subscription) => explainSubscriptionEnd(i18n, subscription)),
    i18n._(msg`You’ll immediately lose access to everything in your library.`),
    i18n._(msg`Your name, your email, your sign-in methods, and all sessions are deleted.`),
    ...(keptOrderCount > 0
      ? [
          i18n._(
            msg`${plural(keptOrderCount, {
              one: "The shop keeps # order as required by law. It no longer includes your name.",
              other:
                "The shop keeps # orders as required by law. They no longer include your name.",
            })}`,
          ),
        ]
      : []),
  ];
}

function explainSubscriptionEnd(
  i18n: I18n,
  { productName, paidUntil }: DeletionPreview["subscriptionsToCancel"][number],
): string {
  const name = productName || i18n._(msg`Product no longer available`);
  if (paidUntil === null) return i18n._(msg`Your subscription ends immediately: ${name}.`);
  const date = formatsOf(i18n).date(paidUntil);
  return i18n._(
    msg`Your subscription ends immediately: ${name}. The time until ${date} isn’t refunded.`,
  );
}
