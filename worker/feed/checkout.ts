import { z } from "zod";
import { idField, linkFields, quantityField, timeField } from "./fields.ts";
import { jsonObjectWithLink, rfc3339, toExpression } from "./sql-json.ts";

/** A checkout, as other programs see it. */
export const checkout = z
  .object({
    id: idField("chk", "The checkout's id."),
    customerId: idField("usr", "Who is buying."),
    productId: idField("prd", "What is being bought."),
    priceId: idField("prc", "At which price."),
    addedPriceIds: z.array(idField("prc", "A one-time price.")).meta({
      description:
        "What is bought together with it, once each. Empty in events from before this field existed.",
    }),
    quantity: quantityField,
    status: z.enum(["open", "complete", "expired"]),
    orderId: idField("ord", "The order that it became.").nullable(),
    subscriptionId: idField("sub", "The subscription that it became.").nullable(),
    ...linkFields,
    createdAt: timeField("When the buyer opened it."),
    expiresAt: timeField("Until when it can be paid."),
  })
  .meta({ ref: "Checkout", description: "A customer's visit to Stripe's payment page." });

/** The JSON of a checkout, in a query that reads from `checkouts`. */
export function checkoutText(): string {
  const fields = {
    id: "checkouts.id",
    customerId: "checkouts.user_id",
    productId: "checkouts.product_id",
    priceId: "checkouts.price_id",
    addedPriceIds: "json(coalesce(checkouts.added_prices, '[]'))",
    quantity: "checkouts.quantity",
    status: "checkouts.status",
    orderId: `(SELECT o.id FROM orders o
      WHERE o.mode = checkouts.mode AND o.stripe_session_id = checkouts.stripe_session_id)`,
    subscriptionId: `(SELECT s.id FROM subscriptions s
      WHERE s.mode = checkouts.mode AND s.stripe_subscription_id = checkouts.stripe_subscription_id)`,
    createdAt: rfc3339("checkouts.created_at"),
    expiresAt: rfc3339("checkouts.expires_at"),
  };
  return jsonObjectWithLink(fields, "checkouts", "checkouts.id");
}

export const checkoutJson = toExpression(checkoutText);
