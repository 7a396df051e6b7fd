import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { InferResponseType } from "hono/client";
import type { Status } from "../frame/label.tsx";
import type { api } from "../../http/client.ts";

export type Event = InferResponseType<typeof api.admin.events.$get>["items"][number];

/** How each status of an event is shown. */
export const eventStatuses: Record<Event["status"], Status> = {
  received: { tone: "warning", label: msg`Pending` },
  unmatched: { tone: "warning", label: msg`Waiting for a customer` },
  done: { tone: "good", label: msg`Processed` },
  ignored: { tone: "neutral", label: msg`Ignored` },
  dead: { tone: "bad", label: msg`Failed` },
};

type Facts = Pick<Event, "status" | "attempts" | "ignoredReason"> & {
  /** The mode of the shop. */
  mode: "test" | "live";
};

const ignoredReasons: Record<
  NonNullable<Event["ignoredReason"]>,
  (mode: Facts["mode"]) => MessageDescriptor
> = {
  foreign: () =>
    msg`This event is about a customer, payment or product in your Stripe account that doesn’t belong to this shop.`,
  no_subject: () =>
    msg`This event names no customer, payment or product, so there is nothing to fetch.`,
  customer_deleted: () => msg`The customer was deleted in Stripe.`,
  gave_up: () =>
    msg`The shop asked Stripe for three days which customer this event belongs to, without a result. Replay it to ask again.`,
  thin: () =>
    msg`This is a thin event, which the shop can’t process. In the Stripe dashboard, change the destination that sends it to snapshot events, or delete it.`,
  other_mode: (mode) =>
    mode === "test"
      ? msg`This is a live mode event, but this shop is in test mode. The payload was not stored. To stop these events, delete this shop’s webhook endpoint in live mode in the Stripe dashboard.`
      : msg`This is a test mode event, but this shop is in live mode. The payload was not stored. To stop these events, delete this shop’s webhook endpoint in test mode in the Stripe dashboard.`,
};

const statusSentences: Record<Event["status"], (facts: Facts) => MessageDescriptor> = {
  unmatched: ({ attempts }) =>
    attempts === 0
      ? msg`This shop doesn’t know the customer or payment yet. It asks Stripe within five minutes.`
      : msg`This shop doesn’t know the customer or payment yet, and Stripe couldn’t tell. The shop retries automatically for three days.`,
  received: ({ attempts }) =>
    attempts === 0
      ? msg`The shop will fetch the latest data from Stripe in a moment.`
      : msg`Processing failed. The shop retries automatically.`,
  done: () => msg`The shop fetched the latest data from Stripe and is up to date.`,
  ignored: ({ ignoredReason, mode }) =>
    ignoredReason === null
      ? msg`This event isn’t about a customer or product of this shop.`
      : ignoredReasons[ignoredReason](mode),
  dead: () =>
    msg`All attempts failed. Fix the error, then replay the event. The shop fetches the latest data from Stripe again, and nothing is processed twice.`,
};

/** Explains an event's status and what happens next. */
export const explainEventStatus = (i18n: I18n, event: Facts): string =>
  i18n._(statusSentences[event.status](event));

/** Describes the result of a replay. */
export function describeReplay(
  i18n: I18n,
  { replayed, skipped = 0, stillDead }: { replayed: number; skipped?: number; stillDead: number },
): string {
  if (replayed === 0 && skipped > 0)
    return i18n._(
      msg`${plural(skipped, {
        one: "The event isn’t about this shop, so it was not replayed.",
        other: "None of the # events is about this shop, so none was replayed.",
      })}`,
    );
  if (replayed === 0) return i18n._(msg`No events to replay.`);
  if (stillDead === 0)
    return i18n._(
      msg`${plural(replayed, { one: "Replaying # event.", other: "Replaying # events." })}`,
    );
  return i18n._(
    msg`${plural(replayed, {
      one: `Replaying # event. Failed events left: ${stillDead}.`,
      other: `Replaying # events. Failed events left: ${stillDead}.`,
    })}`,
  );
}
