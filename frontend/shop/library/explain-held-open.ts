import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { LibraryEntry } from "./queries.ts";

/** Explains an entry that opens only because the shop takes no access away during and after an outage. */
export function explainHeldOpen(i18n: I18n, { access }: Pick<LibraryEntry, "access">): string {
  const formats = formatsOf(i18n);
  const since = formats.date(access.since);
  switch (access.reason) {
    case "order_refunded":
      return i18n._(
        msg`Purchased on ${since} and refunded in full. You keep access until the shop has finished checking your payments.`,
      );
    case "order_closed":
      return i18n._(
        msg`Purchased on ${since}. The shop removed you as a customer. You keep access until the shop has finished checking your payments.`,
      );
    case "order_disputed":
    case "subscription_disputed":
      return i18n._(
        msg`A payment is disputed with your bank. You keep access until the shop has finished checking your payments.`,
      );
    case "subscription_past_due":
      return i18n._(
        msg`Your last payment failed. You keep access until the shop has finished checking your payments.`,
      );
    default:
      return explainEnd(i18n, access);
  }
}

function explainEnd(i18n: I18n, { reason, until }: LibraryEntry["access"]): string {
  const end = until === null ? null : formatsOf(i18n).date(until);
  switch (reason) {
    case "subscription_active":
    case "subscription_trialing":
    case "subscription_lapsed":
      return end === null
        ? i18n._(
            msg`Your billing period has ended and the renewal isn’t confirmed yet. You keep access until the shop has finished checking your payments.`,
          )
        : i18n._(
            msg`Your billing period ended on ${end} and the renewal isn’t confirmed yet. You keep access until the shop has finished checking your payments.`,
          );
    case "subscription_canceling":
      return end === null
        ? i18n._(
            msg`Your canceled subscription has ended. You keep access until the shop has finished checking your payments.`,
          )
        : i18n._(
            msg`Your canceled subscription ended on ${end}. You keep access until the shop has finished checking your payments.`,
          );
    default:
      return end === null
        ? i18n._(
            msg`Your access was due to end. You keep it until the shop has finished checking your payments.`,
          )
        : i18n._(
            msg`Your access was due to end on ${end}. You keep it until the shop has finished checking your payments.`,
          );
  }
}
