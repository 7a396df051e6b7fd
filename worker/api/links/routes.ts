import { Hono } from "hono";
import { z } from "zod";
import { linkOptions, linkTerms } from "../../checkout/permanent-link-schema.ts";
import { createPermanentLink, editPermanentLink } from "../../checkout/save-permanent-link.ts";
import {
  listLinks,
  showPermanentLink,
  type ShownLink,
} from "../../checkout/show-permanent-links.ts";
import type { Ctx } from "../../context.ts";
import { idField, quantityField, timeField } from "../../feed/fields.ts";
import { describe } from "../../http/describe.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { idParam, promotionCodeForm } from "../../lib/id-schema.ts";
import { pick } from "../../lib/pick.ts";
import { toIsoTime } from "../../lib/time.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { answerWithEtag } from "../protocol/conventions.ts";
import { addedPriceIdsInput, idInput, timeInput } from "../protocol/inputs.ts";
import { listOf, listQuery, noQuery } from "../protocol/schemas.ts";

const changes = () => ({
  ...z.strictObject(linkOptions()).partial().shape,
  promotionCode: z.string().regex(promotionCodeForm).nullable().optional().meta({
    description: "Stripe’s ID of a promotion code that the link applies; null for none.",
    example: "promo_1PqLs2",
  }),
  expiresAt: timeInput("Until when customers can open it; null for no end.").nullable().optional(),
});

// Lazy, so that the Worker starts without them.
const linkEdit = z.lazy(() => z.strictObject(changes()).meta({ example: { active: false } }));
const newLink = z.lazy(() =>
  z
    .strictObject({
      price: idInput("prc", "What to sell."),
      ...changes(),
      addedPriceIds: addedPriceIdsInput(),
      quantity: linkTerms().quantity.optional(),
      metadata: linkTerms().metadata.optional(),
    })
    .meta({ example: { price: "prc_01kb2z8q3mh7w5t0d9x6n4c1rv", name: "Spring newsletter" } }),
);

const counted = (what: string) => z.int().meta({ description: what, example: 3 });

const link = z
  .object({
    id: idField("lnp", "The link's ID."),
    url: z.url().meta({
      description:
        "For everybody. Add `?ref=` or `utm_…` parameters, and the orders have them in `metadata`; add `?email=`, and sign-in suggests it.",
      example: "https://shop.example.com/buy/7w5t0d9x6n",
    }),
    name: linkOptions().name,
    state: z.enum(["active", "inactive", "expired", "used_up", "unavailable"]).meta({
      description: "`unavailable`: its price is not for sale. Only `active` ones can be used.",
    }),
    active: linkOptions().active,
    productId: idField("prd", "What it sells."),
    priceId: idField("prc", "At which price."),
    addedPriceIds: z.array(idField("prc", "A one-time price.")).meta({
      description: "What it sells together with it, once each.",
    }),
    quantity: quantityField,
    promotionCodeId: z.string().nullable().meta({ example: "promo_1PqLs2" }),
    successUrl: z.string().nullable(),
    metadata: linkTerms().metadata,
    maxPurchases: linkOptions().maxPurchases,
    views: counted("How often it was opened, without robots and the team."),
    checkouts: counted("How many checkouts it opened; 1,001 for more than 1,000."),
    purchases: counted(
      "How many orders and subscriptions came of it, each up to 1,001. Refunded ones count.",
    ),
    expiresAt: timeField("Until when customers can open it.").nullable(),
    createdAt: timeField("When it was made."),
    updatedAt: timeField("When it was last changed."),
  })
  .meta({
    ref: "PermanentLink",
    description: "A link that many customers can buy with, until it is switched off.",
  });

/** A schema that says something else than the answer's type fails the type check. */
type WireLink = z.output<typeof link>;

function toWireLink(shown: ShownLink): WireLink {
  const { expiresAt, createdAt, updatedAt } = shown;
  return {
    ...pick(shown, [
      "id",
      "url",
      "name",
      "state",
      "active",
      "productId",
      "priceId",
      "addedPriceIds",
      "quantity",
      "promotionCodeId",
      "successUrl",
      "metadata",
      "maxPurchases",
      "views",
      "checkouts",
      "purchases",
    ]),
    expiresAt: toIsoTime(expiresAt),
    createdAt: toIsoTime(createdAt),
    updatedAt: toIsoTime(updatedAt),
  };
}

const show = async (ctx: Ctx, input: { id: string }) =>
  toWireLink(await showPermanentLink(ctx, input));

const param = idParam("lnp");
const query = z.strictObject({
  ...listQuery,
  product: idInput("prd", "Only those of this product.").optional(),
});
const common = { tag: "Links", answer: link } as const;
const write = { ...common, scope: "checkouts:write" } as const;

/** `/api/v1/links`: permanent links. */
export const linkApiRoutes = new Hono<ApiEnv>()
  .post(
    "/",
    describe({
      ...write,
      operationId: "createLink",
      summary: "Create a permanent link",
      description:
        "For mails, posts and other sites. Every rule of buying is checked when a customer opens it. What it sells and its `metadata` can’t be changed later.",
      statuses: [201],
      errors: ["price_unavailable", "stripe_unavailable"],
    }),
    requireScope("checkouts:write"),
    ...runVerb(
      async (
        ctx: Ctx,
        { price, promotionCode, ...input }: z.output<typeof newLink>,
      ): Promise<WireLink> =>
        show(
          ctx,
          await createPermanentLink(ctx, {
            ...input,
            priceId: price,
            promotionCodeId: promotionCode,
          }),
        ),
      { json: newLink },
      201,
    ),
  )
  .get(
    "/",
    describe({
      tag: "Links",
      operationId: "listLinks",
      summary: "List permanent links",
      scope: "checkouts:read",
      answer: listOf(link),
    }),
    requireScope("checkouts:read"),
    ...runVerb(
      async (ctx: Ctx, { product, ...input }: z.output<typeof query>) => {
        const { items, nextCursor } = await listLinks(ctx, { ...input, productId: product });
        return { data: items.map(toWireLink), nextCursor };
      },
      { query },
    ),
  )
  .get(
    "/:id",
    describe({
      ...common,
      operationId: "getLink",
      summary: "Get a permanent link",
      scope: "checkouts:read",
      errors: ["not_found"],
    }),
    requireScope("checkouts:read"),
    answerWithEtag,
    ...runVerb(show, { query: noQuery, param }),
  )
  .patch(
    "/:id",
    describe({
      ...write,
      operationId: "updateLink",
      summary: "Change, switch off or switch on a permanent link",
      description: "Checkouts that are open stay open.",
      errors: ["not_found", "price_unavailable", "stripe_unavailable"],
    }),
    requireScope("checkouts:write"),
    ...runVerb(
      andShow(
        (ctx: Ctx, { promotionCode, ...input }: z.output<typeof linkEdit> & { id: string }) =>
          editPermanentLink(ctx, { ...input, promotionCodeId: promotionCode }),
        show,
      ),
      { query: noQuery, param, json: linkEdit },
    ),
  );
