import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { findOpener } from "../../http/opener.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { MAX_SEATS } from "../../catalog/seats.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { recipientEmail } from "../../gifts/schema.ts";
import { plainText } from "../../lib/text-schema.ts";
import { openCheckoutLink, showCheckoutLink } from "../../checkout/open-checkout-link.ts";
import { showOffer } from "../../checkout/show-offer.ts";

const id = z.string().max(64);
const idParam = z.object({ id });
const newCheckout = z.strictObject({
  priceId: id,
  quantity: z.int().min(1).max(MAX_SEATS).optional(),
  /** Whom it is for, if it is a gift. `sendAt` in unix milliseconds. */
  gift: z
    .strictObject({
      recipientName: plainText(100),
      email: recipientEmail.nullable(),
      giverName: plainText(100),
      message: plainText(500),
      sendAt: z.int().min(0).max(8.64e15).nullable(),
    })
    .optional(),
});

/** `/api/me`: offers, checkouts and links to checkouts. Reading a link needs no sign-in. */
export const checkoutRoutes = new Hono<AppEnv>()
  .get(
    "/offers/:productId",
    requireUser,
    validate("param", z.object({ productId: id })),
    async (c) => {
      const { userId } = c.var.ctx.actor;
      return c.json(await showOffer(c.var.ctx, { userId, ...c.req.valid("param") }));
    },
  )
  .post("/checkouts", requireUser, ...runVerb(openCheckout, { json: newCheckout }, 201))
  .get("/checkout-links/:id", ...runVerb(showCheckoutLink, { param: idParam }))
  .post(
    "/checkout-links/:id/checkout",
    requireUser,
    ...runVerb(openCheckoutLink, { param: idParam }, 201),
  )
  .post("/checkouts/:id/confirmation", requireUser, validate("param", idParam), async (c) => {
    const { ctx } = c.var;
    const [confirmation, opener] = await Promise.all([
      confirmCheckout(ctx, c.req.valid("param")),
      findOpener(ctx, c.req.header("cookie")),
    ]);
    return c.json({ ...confirmation, opener });
  });
