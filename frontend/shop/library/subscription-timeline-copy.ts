import type { I18n } from "@lingui/core";
import { msg, select } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { findActor, type TimelineEntry, type TimelineReader } from "./timeline-entry.ts";

type Code = Extract<
  TimelineEntry["code"],
  | `payment_${"incomplete" | "expired" | "recovered"}`
  | "renewal_failed"
  | "grace_over"
  | "unpaid"
  | "paused"
  | "pause_closed"
  | "unpaused"
  | "canceled"
  | "resumed"
  | "ended"
  | "lapsed"
  | "inactive"
>;

/** Describes what happened to a subscription, apart from what it costs. */
export function describeSubscriptionEntry(
  i18n: I18n,
  code: Code,
  entry: TimelineEntry,
  reader: TimelineReader,
): string {
  const by = findActor(entry, reader);
  const day = entry.until === undefined ? null : formatsOf(i18n).date(entry.until);
  switch (code) {
    case "payment_incomplete":
      return i18n._(msg`The first payment was started but not completed.`);
    case "payment_expired":
      return i18n._(msg`The first payment wasn’t completed in time. Nothing was charged.`);
    case "renewal_failed":
      return day === null
        ? i18n._(msg`The renewal payment failed.`)
        : i18n._(msg`The renewal payment failed. Access continues until ${day}.`);
    case "payment_recovered":
      return i18n._(msg`The overdue renewal was paid. Access continues.`);
    case "grace_over":
      return i18n._(msg`The renewal wasn’t paid in time. Access has ended.`);
    case "unpaid":
      return i18n._(msg`The renewal wasn’t paid, and the payment won’t be retried.`);
    case "paused":
      return day === null
        ? i18n._(
            msg`${select(by, { you: "You paused the subscription.", customer: "The customer paused the subscription.", shop: "The shop paused the subscription.", other: "The subscription was paused." })}`,
          )
        : i18n._(
            msg`${select(by, {
              you: `You paused the subscription. Access ends on ${day}.`,
              customer: `The customer paused the subscription. Access ends on ${day}.`,
              shop: `The shop paused the subscription. Access ends on ${day}.`,
              other: `The subscription was paused. Access ends on ${day}.`,
            })}`,
          );
    case "pause_closed":
      return i18n._(
        msg`The paid period ended during the pause. Access is suspended until the pause ends.`,
      );
    case "unpaused":
      return i18n._(
        msg`${select(by, { you: "You ended the pause.", customer: "The customer ended the pause.", shop: "The shop ended the pause.", other: "The pause ended." })}`,
      );
    case "canceled":
      return day === null
        ? i18n._(
            msg`${select(by, { you: "You canceled the subscription.", customer: "The customer canceled the subscription.", shop: "The shop canceled the subscription.", other: "The subscription was canceled." })}`,
          )
        : i18n._(
            msg`${select(by, {
              you: `You canceled the subscription. It ends on ${day}.`,
              customer: `The customer canceled the subscription. It ends on ${day}.`,
              shop: `The shop canceled the subscription. It ends on ${day}.`,
              other: `The subscription was canceled. It ends on ${day}.`,
            })}`,
          );
    case "resumed":
      return i18n._(
        msg`${select(by, { you: "You resumed the subscription. It renews again.", customer: "The customer resumed the subscription. It renews again.", shop: "The shop resumed the subscription. It renews again.", other: "The subscription was resumed. It renews again." })}`,
      );
    case "ended":
      return i18n._(msg`The subscription ended.`);
    case "lapsed":
      return i18n._(msg`The billing period ended and the renewal couldn’t be confirmed.`);
    case "inactive":
      return i18n._(msg`The subscription isn’t active.`);
  }
}
