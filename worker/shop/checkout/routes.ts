import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { MAX_SEATS } from "../../catalog/seats.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { openCheckoutLink, showCheckoutLink } from "../../checkout/open-checkout-link.ts";
import { showOffer } from "../../checkout/show-offer.ts";

const id = z.string().max(64);
const newCheckout = z.strictObject({
  priceId: id,
  quantity: z.int().min(1).max(MAX_SEATS).optional(),
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
  .post("/checkouts", requireUser, validate("json", newCheckout), async (c) =>
    c.json(await openCheckout(c.var.ctx, c.req.valid("json")), 201),
  )
  .get("/checkout-links/:id", validate("param", z.object({ id })), async (c) =>
    c.json(await showCheckoutLink(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/checkout-links/:id/checkout",
    requireUser,
    validate("param", z.object({ id })),
    async (c) => c.json(await openCheckoutLink(c.var.ctx, c.req.valid("param")), 201),
  )
  .post(
    "/checkouts/:id/confirmation",
    requireUser,
    validate("param", z.object({ id })),
    async (c) => c.json(await confirmCheckout(c.var.ctx, c.req.valid("param"))),
  );
