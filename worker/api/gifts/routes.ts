import { Hono } from "hono";
import { z } from "zod";
import { giveProduct } from "../../gifts/give-product.ts";
import { revokeGiftOrOffer } from "../../gifts/revoke-gift.ts";
import { newGift as consoleGift } from "../../gifts/schema.ts";
import type { Ctx } from "../../context.ts";
import { gift, giftStatus } from "../../feed/gift.ts";
import { answerFoundJson, listObjects, readObject } from "../protocol/answer-json.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { emailInput, idInput, oneOrMore, purchaseFilters, timeInput } from "../protocol/inputs.ts";
import { describe } from "../../http/describe.ts";
import { protectSecret, storeAnswer } from "../protocol/idempotency.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { validate } from "../../http/validate.ts";
import { idParam } from "../../lib/id-schema.ts";
import { addressFields, hasAddress, toAddress } from "../../identity/customer-address.ts";
import { findGiftJson, findNewGiftJson, listGifts, newGiftBody } from "./gifts.query.ts";
import { seatsParam } from "../../seats/schema.ts";
import { plainText } from "../../lib/text-schema.ts";
import { locales } from "../../shared/locales.ts";

// Lazy, so that the Worker starts without it.
const newGift = z.lazy(() =>
  z
    .strictObject({
      ...addressFields,
      email: emailInput.optional().meta(addressFields.email.meta() ?? {}),
      byLink: z.literal(true).optional().meta({
        description:
          "Instead of a person: the gift is for the first person who opens the `claimUrl`.",
      }),
      product: idInput("prd", "What to give."),
      quantity: consoleGift.shape.quantity.meta({ description: "How many, e.g. seats." }),
      endsAt: timeInput("When the access ends by itself. Left out, it never does.").optional(),
      claimExpiresAt: timeInput(
        "Until when it can be claimed by somebody who has not signed in yet: a year from now at most. By default a year, or 30 days by link.",
      ).optional(),
      note: plainText(500).default("").meta({ description: "Why, for the team only." }),
      message: plainText(500).default("").meta({ description: "What the person is told." }),
      sendEmail: z.boolean().default(false).meta({
        description:
          "With `email`, if the person has not signed in yet: whether the shop emails a link to it. Customers are emailed by the shop's settings.",
      }),
      language: z.enum(locales).optional().meta({
        description: "The language of that email. By default the shop's.",
      }),
    })
    .refine(({ sendEmail, email }) => !sendEmail || email !== undefined, {
      message: "Needs email",
      path: ["sendEmail"],
    })
    .refine(
      ({ byLink, ...fields }) => (byLink ? !hasAddress(fields) : toAddress(fields) !== null),
      {
        message: "Send customer, or externalId, or issuer and subject, or email, or byLink",
        path: ["customer"],
      },
    ),
);

const query = z.strictObject({
  ...listQuery,
  ...purchaseFilters,
  status: oneOrMore(giftStatus),
  seatOf: seatsParam.shape.id.optional().meta({
    description: "Only the seats of this order or subscription, and invitations to them.",
  }),
});

/** Only the answer to the creation has the link: its secret is not stored. */
export const createdGift = gift
  .extend({
    claimUrl: z.url().nullable().meta({
      description: "The link to claim it, which is shown once. Null unless `byLink`.",
    }),
  })
  .meta({ ref: "CreatedGift", description: "A gift, with its link." });

const common = { tag: "Gifts", answer: gift } as const;

export function toClaimUrl(ctx: Ctx, secret: string | null): string | null {
  return secret === null ? null : `${ctx.config.origin}/claim#${secret}`;
}

/** `/api/v1/gifts`. */
export const giftApiRoutes = new Hono<ApiEnv>()
  .post(
    "/",
    describe({
      ...common,
      operationId: "createGift",
      summary: "Give a product",
      description:
        "Somebody who has signed in has it at once. An identity or an email that has not signed in yet gets it at the first sign-in; until then, the gift is `waiting`. Its id stays the same.",
      scope: "gifts:write",
      answer: createdGift,
      statuses: [201],
      errors: ["not_found"],
    }),
    requireScope("gifts:write"),
    validate("json", newGift),
    async (c) => {
      const { ctx } = c.var;
      const { customer, externalId, issuer, subject, email, byLink, product, language, ...terms } =
        c.req.valid("json");
      const address = toAddress({ customer, externalId, issuer, subject, email });
      const { id, secret } = await giveProduct(
        ctx,
        { ...terms, locale: language, productId: product, to: address ?? { byLink: true } },
        (given) => {
          const url = toClaimUrl(ctx, given.secret);
          const stored = url === null ? null : protectSecret(ctx, url);
          return storeAnswer(c, 201, newGiftBody(ctx, given.id, stored));
        },
      );
      return answerFoundJson(c, await findNewGiftJson(ctx, id, toClaimUrl(ctx, secret)), 201);
    },
  )
  .get(
    "/",
    describe({
      tag: "Gifts",
      operationId: "listGifts",
      summary: "List gifts",
      description:
        "Claimed or not. A gift that waits has no customer yet. Seats that customers give to others are gifts with `seatOf`.",
      scope: "gifts:read",
      answer: listOf(gift),
    }),
    ...listObjects("gifts:read", query, listGifts),
  )
  .get(
    "/:id",
    describe({
      ...common,
      operationId: "getGift",
      summary: "Get a gift",
      scope: "gifts:read",
      errors: ["not_found"],
    }),
    ...readObject("gifts:read", "cmp", findGiftJson),
  )
  .delete(
    "/:id",
    describe({
      ...common,
      operationId: "revokeGift",
      summary: "Revoke a gift",
      description:
        "The access ends now; a waiting gift can no longer be claimed. Doing it again changes nothing.",
      scope: "gifts:write",
      errors: ["not_found"],
    }),
    requireScope("gifts:write"),
    validate("param", idParam("cmp")),
    async (c) => {
      await revokeGiftOrOffer(c.var.ctx, c.req.valid("param"));
      return answerFoundJson(c, await findGiftJson(c.var.ctx, c.req.valid("param").id));
    },
  );
