import { Hono } from "hono";
import { z } from "zod";
import { MAX_SEATS } from "../../catalog/seats.ts";
import { checkoutLink, checkoutStatus } from "../../feed/checkout-link.ts";
import { checkout } from "../../feed/checkout.ts";
import { answerFoundJson, listObjects, readObject } from "../protocol/answer-json.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { describe } from "../../http/describe.ts";
import { storeAnswer } from "../protocol/idempotency.ts";
import {
  addedPriceIdsInput,
  emailInput,
  idInput,
  oneOrMore,
  purchaseFilters,
  timeInput,
} from "../protocol/inputs.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { validate } from "../../http/validate.ts";
import { linkMetadata } from "../../checkout/link-metadata.ts";
import { createCheckoutLink } from "../../checkout/create-checkout-link.ts";
import { findCheckoutJson, checkoutLinkBody, listCheckoutLinks } from "./checkout-links.query.ts";

// Lazy, so that the Worker starts without it.
const newLink = z.lazy(() =>
  z
    .strictObject({
      price: idInput("prc", "What to sell.").optional(),
      product: idInput("prd", "Instead of `price`, for a product with one price.").optional(),
      addedPriceIds: addedPriceIdsInput(),
      quantity: z.int().min(1).max(MAX_SEATS).optional().meta({
        description: "Seats, for a price per seat. The customer can still change them.",
      }),
      customer: idInput("usr", "The only customer who may use the link.").optional(),
      email: emailInput.optional().meta({ description: "Suggested to the identity provider." }),
      successUrl: z.url().max(2000).optional().meta({
        description: "Its origin must be allowed in the console, under Developers.",
      }),
      metadata: linkMetadata.optional().meta({
        description:
          "For your own use. The checkout has it, and the order or subscription it becomes.",
      }),
      expiresAt: timeInput(
        "Until when it can be opened; a week by default, 90 days at most.",
      ).optional(),
    })
    .refine(({ price, product }) => (price === undefined) !== (product === undefined), {
      message: "Name either price or product",
      path: ["price"],
    })
    .meta({
      example: { product: "prd_01kb2z8q3mh7w5t0d9x6n4c1rv", metadata: { cart: "7712" } },
    }),
);

const query = z.strictObject({
  ...listQuery,
  ...purchaseFilters,
  status: oneOrMore(checkoutStatus),
});

const common = { tag: "Checkouts", answer: checkoutLink } as const;

/** `/api/v1/checkouts`. */
export const checkoutApiRoutes = new Hono<ApiEnv>()
  .post(
    "/",
    describe({
      ...common,
      operationId: "createCheckout",
      summary: "Create a checkout",
      description:
        "Answers with a `url` for the customer. Every rule of buying is checked when they open it.",
      scope: "checkouts:write",
      statuses: [201],
      errors: ["not_found", "price_unavailable"],
    }),
    requireScope("checkouts:write"),
    validate("json", newLink),
    async (c) => {
      const { ctx } = c.var;
      const { price, product, customer, ...input } = c.req.valid("json");
      const { id } = await createCheckoutLink(
        ctx,
        { ...input, priceId: price, productId: product, userId: customer },
        (link) => storeAnswer(c, 201, checkoutLinkBody(ctx, link.id)),
      );
      return answerFoundJson(c, await findCheckoutJson(ctx, id), 201);
    },
  )
  .get(
    "/",
    describe({
      tag: "Checkouts",
      operationId: "listCheckouts",
      summary: "List checkouts",
      description: "The links that were created with an API key.",
      scope: "checkouts:read",
      answer: listOf(checkoutLink),
    }),
    ...listObjects("checkouts:read", query, listCheckoutLinks),
  )
  .get(
    "/:id",
    describe({
      ...common,
      operationId: "getCheckout",
      summary: "Get a checkout",
      description:
        "With the id of a link (`lnc_…`), which creating a checkout answers with, or of a customer's visit to the payment page (`chk_…`), which the events have.",
      answer: z.union([checkoutLink, checkout]),
      scope: "checkouts:read",
      errors: ["not_found"],
    }),
    ...readObject("checkouts:read", "(chk|lnc)", findCheckoutJson),
  );
