import { z } from "zod";
import { idField, quantityField, timeField } from "./fields.ts";
import { jsonObject, rfc3339, toExpression } from "./sql-json.ts";

/** A checkout, as other programs see it. */
export const checkout = z
  .object({
    id: idField("chk", "The checkout's id."),
    customerId: idField("usr", "Who is buying."),
    productId: idField("prd", "What is being bought."),
    priceId: idField("prc", "At which price."),
    quantity: quantityField,
    status: z.enum(["open", "complete", "expired"]),
    orderId: idField("ord", "The order that it became.").nullable(),
    subscriptionId: idField("sub", "The subscription that it became.").nullable(),
    linkId: idField("lnc", "The checkout link that it came from.").nullable(),
    metadata: z.record(z.string(), z.string()).meta({
      description: "What the program that made the checkout link attached to it.",
      example: { cart: "7712" },
    }),
    createdAt: timeField("When the buyer opened it."),
    expiresAt: timeField("Until when it can be paid."),
  })
  .meta({ ref: "Checkout", description: "A customer's visit to Stripe's payment page." });

export type Checkout = z.output<typeof checkout>;

/** The JSON of a checkout, in a query that reads from `checkouts`. */
export function checkoutText(): string {
  const ofLink = (column: string) =>
    `(SELECT l.${column} FROM checkout_links l WHERE l.checkout_id = checkouts.id ORDER BY l.id DESC LIMIT 1)`;
  return jsonObject({
    id: "checkouts.id",
    customerId: "checkouts.user_id",
    productId: "checkouts.product_id",
    priceId: "checkouts.price_id",
    quantity: "checkouts.quantity",
    status: "checkouts.status",
    orderId: `(SELECT o.id FROM orders o
      WHERE o.mode = checkouts.mode AND o.stripe_session_id = checkouts.stripe_session_id)`,
    subscriptionId: `(SELECT s.id FROM subscriptions s
      WHERE s.mode = checkouts.mode AND s.stripe_subscription_id = checkouts.stripe_subscription_id)`,
    linkId: ofLink("id"),
    metadata: `json(coalesce(${ofLink("metadata")}, '{}'))`,
    createdAt: rfc3339("checkouts.created_at"),
    expiresAt: rfc3339("checkouts.expires_at"),
  });
}

export const checkoutJson = toExpression(checkoutText);
