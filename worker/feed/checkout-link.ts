import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { idField, quantityField, timeField } from "./fields.ts";
import { jsonObject, rfc3339 } from "./sql-json.ts";

export const checkoutStatus = z
  .enum(["open", "complete", "expired"])
  .meta({ description: "`complete` once somebody has paid." });

/** A link to a checkout, as other programs see it. */
export const checkoutLink = z
  .object({
    id: idField("lnc", "The link's id."),
    url: z.url().meta({
      description: "Send the customer there. It leads through sign-in to the payment page.",
      example: "https://shop.example.com/checkout/lnc_01kb2z8q3mh7w5t0d9x6n4c1rv",
    }),
    status: checkoutStatus,
    productId: idField("prd", "What is being bought."),
    priceId: idField("prc", "At which price."),
    addedPriceIds: z.array(idField("prc", "A one-time price.")).meta({
      description: "What is bought together with it, once each.",
    }),
    quantity: quantityField,
    customerId: idField(
      "usr",
      "The only customer who may use it, or who bought with it; null while everybody may use it.",
    ).nullable(),
    email: z.string().nullable().meta({ description: "The email that sign-in suggests." }),
    successUrl: z.string().nullable().meta({
      description:
        "Where the customer goes after paying. `?checkout=` with the link's id is added.",
    }),
    metadata: z.record(z.string(), z.string()).meta({ example: { cart: "7712" } }),
    checkoutId: idField("chk", "The checkout that was paid, or that it opened last.").nullable(),
    orderId: idField("ord", "The order that it became.").nullable(),
    subscriptionId: idField("sub", "The subscription that it became.").nullable(),
    createdAt: timeField("When the link was made."),
    expiresAt: timeField("Until when it can be opened."),
  })
  .meta({ ref: "CheckoutLink", description: "A purchase that another program prepared." });

export type CheckoutLink = z.output<typeof checkoutLink>;

/** The JSON of a checkout link, in a query that reads from `checkout_links`. */
export function checkoutLinkJson({ now, config }: Pick<Ctx, "now" | "config">): SQL {
  const ofCheckout = (expression: string) =>
    `(SELECT ${expression} FROM checkouts c
      WHERE c.link_id = checkout_links.id AND c.link_id IS NOT NULL
      ORDER BY c.status = 'complete' DESC, c.created_at DESC LIMIT 1)`;
  return sql.raw(
    jsonObject({
      id: "checkout_links.id",
      url: `'${config.origin.replaceAll("'", "''")}/checkout/' || checkout_links.id`,
      status: `CASE WHEN ${ofCheckout("c.status")} = 'complete' THEN 'complete'
        WHEN checkout_links.expires_at <= ${now} THEN 'expired' ELSE 'open' END`,
      productId: "checkout_links.product_id",
      priceId: "checkout_links.price_id",
      addedPriceIds: "json(coalesce(checkout_links.added_prices, '[]'))",
      quantity: "checkout_links.quantity",
      customerId: `coalesce(checkout_links.user_id, ${ofCheckout("CASE c.status WHEN 'complete' THEN c.user_id END")})`,
      email: "checkout_links.email",
      successUrl: "checkout_links.success_url",
      metadata: "json(checkout_links.metadata)",
      checkoutId: ofCheckout("c.id"),
      orderId: ofCheckout(
        "(SELECT o.id FROM orders o WHERE o.mode = c.mode AND o.stripe_session_id = c.stripe_session_id)",
      ),
      subscriptionId: ofCheckout(
        `(SELECT s.id FROM subscriptions s
          WHERE s.mode = c.mode AND s.stripe_subscription_id = c.stripe_subscription_id)`,
      ),
      createdAt: rfc3339("checkout_links.created_at"),
      expiresAt: rfc3339("checkout_links.expires_at"),
    }),
  );
}
