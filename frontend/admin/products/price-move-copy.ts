import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { joinSentences } from "../../i18n/join-sentences.ts";
import type { PriceMove, PriceMovePreview } from "./price-move-queries.ts";

type Reason = PriceMovePreview["leftOut"][number]["reason"];

/** Why a subscriber is not moved, after "Not moved: ". */
const reasonLabels: Record<Reason, MessageDescriptor> = {
  ended: msg`subscription has ended`,
  ending: msg`subscription is canceled`,
  disputed: msg`payment is disputed`,
  paused: msg`subscription is paused`,
  unpaid: msg`payment is overdue`,
  changed: msg`changed to another price`,
};

/** Says why a subscriber is not moved, after "Not moved: ". */
export function describeReason(i18n: I18n, reason: Reason): string {
  return i18n._(reasonLabels[reason]);
}

/** "1 subscriber", "12 subscribers". */
export function describeSubscriberCount(i18n: I18n, count: number): string {
  return i18n._(msg`${plural(count, { one: "# subscriber", other: "# subscribers" })}`);
}

/** Lists how many subscribers are not moved, by the reason in words. */
export function listLeftOut(i18n: I18n, leftOut: PriceMove["leftOut"]): Record<string, string> {
  return Object.fromEntries(
    leftOut.map(({ reason, subscribers }) => [
      i18n._(msg`Not moved: ${{ reason: describeReason(i18n, reason) }}`),
      describeSubscriberCount(i18n, subscribers),
    ]),
  );
}

/** Describes how far a move is, in one or two sentences. */
export function describeProgress(i18n: I18n, move: PriceMove): string {
  const { status, planned, canceled, notBefore } = move;
  const date = formatsOf(i18n).date(notBefore);
  switch (status) {
    case "planning":
      return i18n._(
        msg`${plural(planned, {
          one: "Finding subscribers. # found so far.",
          other: "Finding subscribers. # found so far.",
        })}`,
      );
    case "running":
      return joinSentences(
        i18n.locale,
        describeMoved(i18n, move),
        i18n._(
          msg`${plural(planned, {
            one: `# subscriber will get it at their first renewal on or after ${date}.`,
            other: `# subscribers will get it at their first renewal on or after ${date}.`,
          })}`,
        ),
      );
    case "canceling":
      return i18n._(
        msg`${plural(planned, {
          one: "Canceling. # subscriber left.",
          other: "Canceling. # subscribers left.",
        })}`,
      );
    case "canceled":
      return joinSentences(
        i18n.locale,
        i18n._(msg`Canceled.`),
        describeMoved(i18n, move),
        i18n._(
          msg`${plural(canceled, {
            one: "# subscriber kept the old price.",
            other: "# subscribers kept the old price.",
          })}`,
        ),
      );
    case "finished":
      return joinSentences(i18n.locale, i18n._(msg`Complete.`), describeMoved(i18n, move));
  }
}

function describeMoved(i18n: I18n, { moved }: PriceMove): string {
  return i18n._(
    msg`${plural(moved, {
      0: "No subscribers have the new price yet.",
      one: "# subscriber has the new price.",
      other: "# subscribers have the new price.",
    })}`,
  );
}
