import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { describeCancellationFeedback } from "../../../worker/lib/cancellation-reasons.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeBenefitEntry } from "./benefit-timeline-copy.ts";
import { describeOrderEntry } from "./order-timeline-copy.ts";
import { describePlanEntry } from "./plan-timeline-copy.ts";
import { describeSubscriptionEntry } from "./subscription-timeline-copy.ts";
import type { TimelineEntry, TimelineReader } from "./timeline-entry.ts";

/** Describes a timeline entry in one or two sentences. Who made a change is named as the reader sees them. */
export function describeTimelineEntry(
  i18n: I18n,
  entry: TimelineEntry,
  reader: TimelineReader,
): string {
  switch (entry.code) {
    case "bought":
    case "ordered":
    case "payment_processing":
    case "payment_arrived":
    case "payment_failed":
    case "refunded_in_part":
    case "refunded":
    case "refunded_rest":
    case "refund_failed":
    case "second_payment_returned":
    case "disputed":
    case "dispute_won":
    case "dispute_lost":
    case "customer_closed":
      return describeOrderEntry(i18n, entry.code, entry);
    case "trial_began":
    case "trial_converted":
    case "subscribed":
    case "renewed":
    case "plan_changed":
    case "quantity_changed":
      return describePlanEntry(i18n, entry.code, entry, reader);
    case "gift_given":
    case "gift_claimed":
    case "gift_ended":
    case "gift_taken_back":
    case "benefit_added":
    case "benefit_removed":
    case "reopened":
    case "key_issued":
    case "key_rotated":
    case "key_disabled":
    case "key_enabled":
    case "downloaded":
      return describeBenefitEntry(i18n, entry.code, entry, reader);
    default:
      return describeSubscriptionEntry(i18n, entry.code, entry, reader);
  }
}

/** Says to the team why a subscription was canceled; null to the user, who knows, and where no reason was given. */
export function describeReason(
  i18n: I18n,
  { feedback }: TimelineEntry,
  reader: TimelineReader,
): string | null {
  if (feedback === undefined || reader === "customer") return null;
  const reason = describeCancellationFeedback(feedback);
  return i18n._(msg({ message: `Reason: ${reason}.`, comment: "Only the team reads this" }));
}

/** Codes that affect only some benefits; the others affect all of them. */
const partialCodes = new Set<TimelineEntry["code"]>([
  "plan_changed",
  "benefit_added",
  "benefit_removed",
  "reopened",
]);

/** Names the benefits that began and ended with an entry; null if it affected all of them, or none. */
export function describeEffect(i18n: I18n, { code, gave, took }: TimelineEntry): string | null {
  if (!partialCodes.has(code) || gave.length + took.length === 0) return null;
  const formats = formatsOf(i18n);
  const listNames = (grants: TimelineEntry["gave"]) =>
    formats.list(grants.map(({ name }) => name).toSorted());
  const added = listNames(gave);
  const removed = listNames(took);
  if (took.length === 0)
    return i18n._(msg({ message: `Added: ${added}.`, comment: "A list of benefits" }));
  return gave.length === 0
    ? i18n._(msg({ message: `Removed: ${removed}.`, comment: "A list of benefits" }))
    : i18n._(
        msg({ message: `Added: ${added}. Removed: ${removed}.`, comment: "Lists of benefits" }),
      );
}
