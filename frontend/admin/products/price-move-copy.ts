import { formatDate } from "../../ui/format-time.ts";
import type { PriceMove, PriceMovePreview } from "./price-move-queries.ts";

type Reason = PriceMovePreview["leftOut"][number]["reason"];

/** Why a subscriber is left out, after "12 subscribers: ". */
const reasonTexts: Record<Reason, string> = {
  ended: "the subscription has ended",
  ending: "canceled, and will end",
  disputed: "a payment is disputed",
  paused: "paused",
  unpaid: "a payment is open",
  changed: "changed to another price",
};

export function describeReason(reason: Reason): string {
  return reasonTexts[reason];
}

/** "1 subscriber", "12 subscribers". */
export function countSubscribers(count: number): string {
  return count === 1 ? "1 subscriber" : `${count.toLocaleString("en-US")} subscribers`;
}

/** Says in one sentence how far a move is. */
export function describeProgress(move: PriceMove): string {
  const { status, planned, moved, canceled, notBefore } = move;
  const have = (count: number) =>
    count === 0
      ? "No subscriber has"
      : `${countSubscribers(count)} ${count === 1 ? "has" : "have"}`;
  switch (status) {
    case "planning":
      return `Listing the subscribers. ${countSubscribers(planned)} so far.`;
    case "running":
      return `${have(moved)} the new price. ${countSubscribers(planned)} will get it at the first renewal on or after ${formatDate(notBefore)}.`;
    case "canceling":
      return `Canceling. ${countSubscribers(planned)} left.`;
    case "canceled":
      return `Canceled. ${have(moved)} the new price, and ${countSubscribers(canceled)} kept the old one.`;
    case "finished":
      return `Finished. ${have(moved)} the new price.`;
  }
}
