import { z } from "zod";
import { idField, quantityField, timeField } from "./fields.ts";
import { jsonObject, rfc3339, toExpression, type At } from "./sql-json.ts";

export const giftStatus = z.enum(["waiting", "active", "ended", "revoked"]).meta({
  description:
    "`waiting` until the person signs in for the first time; `ended` by its date, or because nobody claimed it in time.",
});

export const giftEmailStatus = z
  .enum(["queued", "sent", "failed", "refused", "bounced", "complained"])
  .meta({
    description:
      "While waiting: what became of the email about it. Null if none is sent. `refused`: the address takes no emails from the shop.",
  });

/** Access given by the team without payment, as other programs see it. */
export const gift = z
  .object({
    id: idField("cmp", "The gift's id. It stays the same when the gift is claimed."),
    customerId: idField("usr", "Who has it; null until it is claimed.").nullable(),
    productId: idField("prd", "What was given."),
    quantity: quantityField,
    status: giftStatus,
    givenBy: z.string().meta({
      description:
        "Who gave it: a member's or an API key's id, the customer who paid for it, or the name of a job.",
    }),
    note: z.string().meta({ description: "Why, for the team only." }),
    issuer: z
      .string()
      .nullable()
      .meta({ description: "While waiting: the OpenID provider of the person it is for." }),
    subject: z
      .string()
      .nullable()
      .meta({ description: "While waiting: the person's id at that provider." }),
    email: z
      .string()
      .nullable()
      .meta({ description: "While waiting: the email of the person it is for." }),
    message: z.string().nullable().meta({
      description:
        "What its giver tells the person. Null in events from before this field existed.",
    }),
    emailStatus: giftEmailStatus.nullable(),
    duration: z.string().nullable().meta({
      description:
        "While waiting: how long the access lasts from the day that it is claimed, as an ISO 8601 duration; null if `endsAt` says its end.",
      example: "P3M",
    }),
    claimExpiresAt: timeField("While waiting: until when it can be claimed.").nullable(),
    createdAt: timeField("When it was given."),
    endsAt: timeField("When the access ends by itself; null if never.").nullable(),
    endedAt: timeField("When it ended or was revoked.").nullable(),
    seatOf: z.string().nullable().meta({
      description:
        "A seat that a customer has given to somebody: the order (`ord_…`) or subscription (`sub_…`) that it is one of. It has access as long as that has, so it has no `endsAt`, and `ended` becomes `active` again after a late payment. Null for a gift.",
      example: "sub_01kb2z8q3mh7w5t0d9x6n4c1rv",
    }),
    seatDomain: z.string().nullable().meta({
      description:
        "A seat that its user took by the email domain of their organization: the domain. Null for one that was given.",
      example: "example.com",
    }),
  })
  .meta({
    ref: "Gift",
    description: "Access that the team gave without payment, or that another customer paid for.",
  });

export type Gift = z.output<typeof gift>;

/** The JSON of a gift that a user has, in a query that reads from `gifts`. */
export function giftText({ now }: At): string {
  return jsonObject({
    id: "gifts.id",
    customerId: "gifts.user_id",
    productId: "gifts.product_id",
    quantity: "gifts.quantity",
    status: `CASE WHEN gifts.ended_at IS NOT NULL THEN 'revoked'
      WHEN gifts.ends_at <= ${now} THEN 'ended' ELSE 'active' END`,
    givenBy: "gifts.given_by",
    note: "gifts.note",
    issuer: "NULL",
    subject: "NULL",
    email: "NULL",
    message: "gifts.message",
    emailStatus: "NULL",
    duration: "NULL",
    claimExpiresAt: "NULL",
    createdAt: rfc3339("gifts.created_at"),
    // The end of a seat moves with each renewal.
    endsAt: rfc3339("CASE WHEN gifts.seat_of IS NULL THEN gifts.ends_at END"),
    endedAt: rfc3339(
      `coalesce(gifts.ended_at, CASE WHEN gifts.ends_at <= ${now} THEN gifts.ends_at END)`,
    ),
    seatOf: "gifts.seat_of",
    seatDomain: "gifts.seat_domain",
  });
}

export const giftJson = toExpression(giftText);

/** The JSON of a gift that is not claimed yet, in a query that reads from `claims`. */
export function unclaimedGiftText({ now }: At): string {
  return jsonObject({
    id: "claims.id",
    customerId: "NULL",
    productId: "claims.product_id",
    quantity: "claims.quantity",
    status: `CASE WHEN claims.revoked_at IS NOT NULL THEN 'revoked'
      WHEN claims.expires_at <= ${now} THEN 'ended' ELSE 'waiting' END`,
    givenBy: "claims.given_by",
    note: "claims.note",
    issuer: "claims.issuer",
    subject: "claims.subject",
    email: "claims.email",
    message: "claims.message",
    emailStatus: `CASE WHEN claims.email_problem IS NOT NULL THEN claims.email_problem
      WHEN claims.email_sent_at IS NOT NULL THEN 'sent' WHEN claims.email_due_at IS NOT NULL THEN 'queued' END`,
    duration: "claims.gift_duration",
    claimExpiresAt: rfc3339("claims.expires_at"),
    createdAt: rfc3339("claims.created_at"),
    endsAt: rfc3339("claims.gift_ends_at"),
    endedAt: rfc3339(
      `coalesce(claims.revoked_at, CASE WHEN claims.expires_at <= ${now} THEN claims.expires_at END)`,
    ),
    seatOf: "claims.seat_of",
    seatDomain: "NULL",
  });
}

export const unclaimedGiftJson = toExpression(unclaimedGiftText);
