import type { InferResponseType } from "hono/client";
import type { api } from "../../http/client.ts";

export type Event = InferResponseType<typeof api.admin.events.$get>["items"][number];

/** The labels of event statuses. */
export const statusLabels: Record<Event["status"], string> = {
  received: "Waiting",
  done: "Done",
  ignored: "Not ours",
  dead: "Failed",
};

/** Explains an event's status and what happens next. */
export function explainEventStatus({
  status,
  attempts,
}: Pick<Event, "status" | "attempts">): string {
  switch (status) {
    case "received":
      return attempts === 0
        ? "What it is about will be looked at again at Stripe in a moment."
        : "It has not worked yet. The shop tries again by itself.";
    case "done":
      return "What it is about was fetched from Stripe, and the shop agrees with it.";
    case "ignored":
      return "It is of no customer or product of this shop, so nothing was to be done.";
    case "dead":
      return "Every try has failed. Mend what the error says, then replay it: the shop asks Stripe anew, and nothing is done twice.";
  }
}

/** Describes the result of a replay. */
export function describeReplay({ replayed, stillDead }: { replayed: number; stillDead: number }) {
  if (replayed === 0) return "There was nothing to replay.";
  const events = replayed === 1 ? "One event is" : `${replayed} events are`;
  const rest = stillDead > 0 ? ` ${stillDead} more have failed.` : "";
  return `${events} being looked at again.${rest}`;
}
