import type { components } from "./openapi.ts";

type Schemas = components["schemas"];

/** What can happen to each kind of object, and the object that tells of it: what the API answered at that moment. */
type Kinds = {
  customer: ["created" | "updated" | "deleted", Schemas["Customer"]];
  product: ["created" | "updated" | "archived", Schemas["Product"]];
  checkout: ["completed" | "expired" | "updated", Schemas["Checkout"]];
  order: ["created" | "paid" | "refunded" | "disputed" | "updated", Schemas["Order"]];
  subscription: [
    "created" | "updated" | "past_due" | "canceled" | "uncanceled" | "revoked",
    Schemas["Subscription"],
  ];
  gift: ["created" | "claimed" | "ended" | "revoked" | "updated", Schemas["Gift"]];
  license: ["created" | "activated" | "deactivated" | "revoked" | "updated", Schemas["License"]];
  entitlement: ["granted" | "updated" | "revoked", Schemas["Entitlement"]];
};

type Event<Type extends string, Data> = {
  /** `evt_<sequence>`. The same event always has the same id, however often it is delivered. */
  id: string;
  type: Type;
  /** When it happened, RFC 3339 in UTC. */
  timestamp: string;
  /** The order of all events of the shop. */
  sequence: number;
  /** The customer it belongs to; null for products. */
  customerId: string | null;
  data: Data;
};

/**
 * One entry of the shop's feed, as webhooks deliver it and `GET /events` lists it. `type` decides what `data` is.
 * Ignore types that you do not know: later versions of the shop may add some.
 */
export type FeedEvent = {
  [Kind in keyof Kinds]: {
    [Verb in Kinds[Kind][0]]: Event<`${Kind}.${Verb}`, Kinds[Kind][1]>;
  }[Kinds[Kind][0]];
}[keyof Kinds];
