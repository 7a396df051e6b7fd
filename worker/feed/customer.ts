import { z } from "zod";
import { idField, timeField } from "./fields.ts";
import { jsonArray, jsonBoolean, jsonObject, rfc3339, toExpression, type At } from "./sql-json.ts";

/** A user of the shop, as other programs see it. */
export const customer = z
  .object({
    id: idField("usr", "The customer's id."),
    name: z.string().nullable().meta({ example: "Ann Example" }),
    email: z.string().nullable().meta({ example: "ann@example.com" }),
    emailVerified: z.boolean().meta({ description: "Whether the identity provider verified it." }),
    status: z.enum(["active", "disabled", "deleted"]).meta({
      description: "A deleted customer has no name, email, identities, external id or metadata.",
    }),
    identities: z
      .array(
        z.object({
          issuer: z.string().meta({ example: "https://accounts.google.com" }),
          subject: z.string().meta({ example: "110169484474386276334" }),
        }),
      )
      .meta({
        description:
          "The OpenID accounts that sign in as this customer, oldest first. Empty for who paid without signing in, until an account takes their purchases: these then belong to that account's customer, as after a merge.",
      }),
    stripeCustomerId: z.string().nullable().meta({
      description: "The customer at Stripe; null before the first checkout.",
      example: "cus_QXg1o8vlP2DkxZ",
    }),
    externalId: z.string().nullable().meta({
      description:
        "The id that your program gave them; null without one. No two customers share one.",
      example: "user-7712",
    }),
    metadata: z.record(z.string(), z.string()).meta({
      description: "What your program attached to them.",
      example: { plan: "legacy" },
    }),
    createdAt: timeField("When they first signed in, or paid without signing in."),
  })
  .meta({ ref: "Customer", description: "A person with an account at the shop." });

export type Customer = z.output<typeof customer>;

/** The JSON of a customer, in a query that reads from `users`. */
export function customerText({ mode }: At): string {
  return jsonObject({
    id: "users.id",
    name: "users.name",
    email: "users.email",
    emailVerified: jsonBoolean("users.email_verified"),
    status: "users.status",
    identities: jsonArray(
      { issuer: "i.issuer", subject: "i.subject" },
      { from: "FROM identities i WHERE i.user_id = users.id", orderBy: "i.created_at, i.id" },
    ),
    stripeCustomerId: `(SELECT s.stripe_customer_id FROM customers s
      WHERE s.user_id = users.id AND s.mode = ${mode} AND s.is_secondary = 0)`,
    externalId: "users.external_id",
    metadata: "json(coalesce(users.metadata, '{}'))",
    createdAt: rfc3339("users.created_at"),
  });
}

export const customerJson = toExpression(customerText);
