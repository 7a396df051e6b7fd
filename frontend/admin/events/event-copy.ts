import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { InferResponseType } from "hono/client";
import type { api } from "../../http/client.ts";

export type Event = InferResponseType<typeof api.admin.events.$get>["items"][number];

/** The labels of event statuses. */
export const statusLabels: Record<Event["status"], MessageDescriptor> = {
  received: msg`Pending`,
  unplaced: msg`Waiting for a customer`,
  done: msg`Processed`,
  ignored: msg`Ignored`,
  dead: msg`Failed`,
};

const ignoredReasons: Record<
  Exclude<Event["ignoredReason"], null | "other_mode">,
  MessageDescriptor
> = {
  foreign: msg`This event is about a customer, payment or product in your Stripe account that doesn’t belong to this shop.`,
  no_subject: msg`This event names no customer, payment or product, so there is nothing to fetch.`,
  customer_deleted: msg`The customer was deleted in Stripe.`,
  gave_up: msg`The shop asked Stripe for three days which customer this event belongs to, without a result. Replay it to ask again.`,
};

/** Explains why an event of the other mode was ignored. @param mode the shop's */
function explainOtherMode(i18n: I18n, mode: "test" | "live"): string {
  return mode === "test"
    ? i18n._(
        msg`This is a live mode event, but this shop is in test mode. The payload was not stored. To stop these events, delete this shop’s webhook endpoint in live mode in the Stripe dashboard.`,
      )
    : i18n._(
        msg`This is a test mode event, but this shop is in live mode. The payload was not stored. To stop these events, delete this shop’s webhook endpoint in test mode in the Stripe dashboard.`,
      );
}

/** Explains an event's status and what happens next. */
export function explainEventStatus(
  i18n: I18n,
  {
    status,
    attempts,
    ignoredReason,
    mode,
  }: Pick<Event, "status" | "attempts" | "ignoredReason"> & { mode: "test" | "live" },
): string {
  switch (status) {
    case "unplaced":
      return attempts === 0
        ? i18n._(
            msg`This shop doesn’t know the customer or payment yet. It asks Stripe within five minutes.`,
          )
        : i18n._(
            msg`This shop doesn’t know the customer or payment yet, and Stripe couldn’t tell. The shop retries automatically for three days.`,
          );
    case "received":
      return attempts === 0
        ? i18n._(msg`The shop will fetch the latest data from Stripe in a moment.`)
        : i18n._(msg`Processing failed. The shop retries automatically.`);
    case "done":
      return i18n._(msg`The shop fetched the latest data from Stripe and is up to date.`);
    case "ignored":
      if (ignoredReason === "other_mode") return explainOtherMode(i18n, mode);
      return ignoredReason === null
        ? i18n._(msg`This event isn’t about a customer or product of this shop.`)
        : i18n._(ignoredReasons[ignoredReason]);
    case "dead":
      return i18n._(
        msg`All attempts failed. Fix the error, then replay the event. The shop fetches the latest data from Stripe again, and nothing is processed twice.`,
      );
  }
}

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
