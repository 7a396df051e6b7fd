import type { feedEvents } from "../db/schema/feed.ts";
import { addedLater, type FeedKind } from "./event-types.ts";
import { toOrderNumber } from "../shared/order-number.ts";
import { hideRow } from "./license.ts";

/** An event as other programs see it. `data` is the object as the API answered for it at that moment. */
export type WireEvent = {
  id: string;
  type: string;
  /** RFC 3339, UTC. */
  timestamp: string;
  sequence: number;
  /** The user it belongs to; null for products. */
  customerId: string | null;
  data: unknown;
};

type EventRow = Pick<
  typeof feedEvents.$inferSelect,
  "sequence" | "type" | "userId" | "data" | "createdAt"
>;

/**
 * Returns an event of the feed as the API and the webhooks send it. Fields that the object got after the event are
 * completed, so that every event has the published shape.
 * @param areKeysHidden leaves out the keys of licenses
 */
export function toWireEvent(row: EventRow, areKeysHidden = false): WireEvent {
  const data = JSON.parse(row.data) as { id: string } & Parameters<typeof hideRow>[0];
  return {
    id: toEventId(row.sequence),
    type: row.type,
    timestamp: new Date(row.createdAt).toISOString(),
    sequence: row.sequence,
    customerId: row.userId,
    data: row.type.startsWith("license.") ? hideRow(data, areKeysHidden) : complete(row.type, data),
  };
}

function complete(type: string, data: { id: string; items?: object[] }): object {
  const kind = type.split(".")[0] as FeedKind;
  const items =
    kind === "subscription" && data.items?.map((item) => ({ amountDecimal: null, ...item }));
  const number = kind === "order" || kind === "subscription" ? toOrderNumber(data.id) : undefined;
  return { ...(number && { number }), ...addedLater[kind], ...data, ...(items && { items }) };
}

/** Returns the id of the event with this sequence. A receiver that sees an id twice can ignore the second one. */
export function toEventId(sequence: number): string {
  return `evt_${sequence}`;
}
