import type { InferResponseType } from "hono/client";
import type { api } from "../../http/client.ts";

export type Event = InferResponseType<typeof api.admin.events.$get>["items"][number];

/** The labels of event statuses. */
export const statusLabels: Record<Event["status"], string> = {
  received: "Waiting",
  unplaced: "Waiting for its customer",
  done: "Done",
  ignored: "Ignored",
  dead: "Failed",
};

const ignoredReasons: Record<Exclude<Event["ignoredReason"], null | "other_mode">, string> = {
  foreign:
    "It is about a customer, payment or product in your Stripe account that is not from this shop.",
  no_subject: "It names no customer, payment or product, so there is nothing to fetch.",
  customer_deleted: "Its customer was deleted at Stripe.",
  gave_up:
    "The shop asked Stripe for three days whose event it is, and got no answer. Replay it to ask again.",
};

/** Explains why an event of the other mode was ignored. @param mode the shop's */
function explainOtherMode(mode: "test" | "live"): string {
  const other = mode === "test" ? "live" : "test";
  return `It is a ${other} event, and this shop uses ${mode} mode. Its content was not stored. In Stripe's dashboard, delete this shop's endpoint in ${other} mode.`;
}

/** Explains an event's status and what happens next. */
export function explainEventStatus({
  status,
  attempts,
  ignoredReason,
  mode,
}: Pick<Event, "status" | "attempts" | "ignoredReason"> & { mode: "test" | "live" }): string {
  switch (status) {
    case "unplaced":
      return attempts === 0
        ? "Its customer or payment is not known here yet. The shop asks Stripe within five minutes."
        : "Its customer or payment is not known here yet, and Stripe did not say whose it is. The shop asks again by itself, for three days.";
    case "received":
      return attempts === 0
        ? "What it is about will be looked at again at Stripe in a moment."
        : "It has not worked yet. The shop tries again by itself.";
    case "done":
      return "What it is about was fetched from Stripe, and the shop agrees with it.";
    case "ignored":
      if (ignoredReason === "other_mode") return explainOtherMode(mode);
      return ignoredReason === null
        ? "It is not about a customer or product of this shop, so there was nothing to do."
        : ignoredReasons[ignoredReason];
    case "dead":
      return "Every try has failed. Mend what the error says, then replay it: the shop asks Stripe anew, and nothing is done twice.";
  }
}

/** Describes the result of a replay. */
export function describeReplay({
  replayed,
  skipped = 0,
  stillDead,
}: {
  replayed: number;
  skipped?: number;
  stillDead: number;
}) {
  if (replayed === 0 && skipped > 0)
    return skipped === 1
      ? "The event is not about this shop, so nothing was done."
      : `None of the ${skipped} events is about this shop, so nothing was done.`;
  if (replayed === 0) return "There was nothing to replay.";
  const events = replayed === 1 ? "One event is" : `${replayed} events are`;
  const rest = stillDead > 0 ? ` ${stillDead} more have failed.` : "";
  return `${events} being looked at again.${rest}`;
}
