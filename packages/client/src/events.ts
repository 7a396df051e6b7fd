import type { components } from "./openapi.ts";

type Schemas = components["schemas"];

/** The object that each type of event carries: what the API answered for it at that moment. */
type EventData = {
  [T in `customer.${"created" | "updated" | "deleted"}`]: Schemas["Customer"];
} & {
  [T in `order.${"created" | "paid" | "refunded" | "disputed" | "updated"}`]: Schemas["Order"];
} & {
  [
    T in `subscription.${
      | "created"
      | "updated"
      | "canceled"
      | "uncanceled"
      | "past_due"
      | "revoked"}`
  ]: Schemas["Subscription"];
} & {
  [T in `entitlement.${"granted" | "updated" | "revoked"}`]: Schemas["Entitlement"];
} & {
  [
    T in `license.${"created" | "activated" | "deactivated" | "revoked" | "updated"}`
  ]: Schemas["License"];
} & {
  [T in `gift.${"created" | "claimed" | "revoked" | "ended"}`]: Schemas["Gift"];
} & {
  [T in `product.${"created" | "updated" | "archived"}`]: Schemas["Product"];
} & {
  [T in `checkout.${"completed" | "expired"}`]: Schemas["Checkout"];
};

/**
 * One entry of the shop's feed, as webhooks deliver it and `GET /events` lists it. `type` decides what `data` is.
 * Ignore types that you do not know: later versions of the shop may add some.
 */
export type FeedEvent = {
  [T in keyof EventData]: {
    /** `evt_<sequence>`. The same event always has the same id, however often it is delivered. */
    id: string;
    type: T;
    /** When it happened, RFC 3339 in UTC. */
    timestamp: string;
    /** The order of all events of the shop. */
    sequence: number;
    /** The customer it belongs to; null for products. */
    customerId: string | null;
    data: EventData[T];
  };
}[keyof EventData];
