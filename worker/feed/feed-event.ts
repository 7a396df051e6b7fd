import { z } from "zod";
import { checkout } from "./checkout.ts";
import { customer } from "./customer.ts";
import { entitlement } from "./entitlement.ts";
import {
  eventTypes,
  eventTypesByKind,
  type EventType,
  type EventTypeOf,
  type FeedKind,
} from "./event-types.ts";
import { timeField } from "./fields.ts";
import { gift } from "./gift.ts";
import { license } from "./license.ts";
import { order } from "./order.ts";
import { product } from "./product.ts";
import { statement } from "./statement.ts";
import { subscription } from "./subscription.ts";

/** The schema of each kind of object whose changes are in the feed. */
export const feedResources = {
  customer,
  product,
  checkout,
  order,
  subscription,
  gift,
  statement,
  license,
  entitlement,
} as const satisfies Record<FeedKind, z.ZodType>;

/** The schema of the events of one kind of object. */
function eventOf<Kind extends FeedKind>(kind: Kind, ref: string) {
  return z
    .object({
      id: z.string().meta({
        description:
          "`evt_` and the sequence. The same event always has the same id, however often you see it.",
        example: "evt_1042",
      }),
      type: z.enum(eventTypesByKind[kind] as [EventTypeOf<Kind>, ...EventTypeOf<Kind>[]]),
      timestamp: timeField("When it happened."),
      sequence: z.int().meta({
        description:
          "The order of all events. It grows with gaps: the shop counts events that only its own history has, too.",
        example: 1042,
      }),
      customerId: z.string().nullable().meta({
        description: "The customer it belongs to; null for products and unclaimed gifts.",
      }),
      data: feedResources[kind],
    })
    .meta({ ref, description: `What happened to one ${kind}, and the ${kind} as it then was.` });
}

/** An event as the API and the webhooks send it. `type` decides what `data` is. */
export const feedEvent = z
  .discriminatedUnion("type", [
    eventOf("customer", "CustomerEvent"),
    eventOf("product", "ProductEvent"),
    eventOf("checkout", "CheckoutEvent"),
    eventOf("order", "OrderEvent"),
    eventOf("subscription", "SubscriptionEvent"),
    eventOf("gift", "GiftEvent"),
    eventOf("statement", "StatementEvent"),
    eventOf("license", "LicenseEvent"),
    eventOf("entitlement", "EntitlementEvent"),
  ])
  .meta({ ref: "Event", description: "Something that happened. `type` decides what `data` is." });

export type FeedEvent = z.output<typeof feedEvent>;

/** Event types in a query string, separated by commas. */
export const eventTypesParam = z
  .string()
  .max(2000)
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(eventTypes as [EventType, ...EventType[]])))
  .meta({
    description: "Only these types, separated by commas.",
    example: "order.paid,order.refunded",
  });
