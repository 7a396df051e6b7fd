import { Hono } from "hono";
import { z } from "zod";
import { isUserCtx, type AppEnv } from "../../context.ts";
import { openInBrowser, readGuestCookie } from "../../http/guest-cookie.ts";
import { findOpener } from "../../http/opener.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { MAX_ADD_ONS } from "../../shared/add-ons.ts";
import { MAX_SEATS } from "../../catalog/seats.ts";
import { confirmInBrowser } from "../../guests/confirm-in-browser.ts";
import { correctGuestEmail } from "../../guests/email-guest.ts";
import { openCheckoutAsGuest } from "../../guests/open-as-guest.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { recipientEmail } from "../../gifts/schema.ts";
import { plainText } from "../../lib/text-schema.ts";
import { openCheckoutLink, showCheckoutLink } from "../../checkout/open-checkout-link.ts";
import { showOffer } from "../../checkout/show-offer.ts";

const id = z.string().max(64);
const idParam = z.object({ id });
const newCheckout = z.lazy(() =>
  z.strictObject({
    priceId: id,
    quantity: z.int().min(1).max(MAX_SEATS).optional(),
    /** The order of a smaller product that it upgrades, at the difference. */
    upgradeOf: id.optional(),
    /** The add-ons that are bought beside it, by their products. */
    addOnIds: z.array(id).max(MAX_ADD_ONS).optional(),
    /** Whom it is for, if it is a gift. `sendAt` in unix milliseconds. */
    gift: z
      .strictObject({
        recipientName: plainText(100),
        email: recipientEmail.nullable(),
        giverName: plainText(100),
        message: plainText(500),
        sendAt: z.int().min(0).max(8.64e15).nullable(),
        periods: z.int().min(1).max(1825).optional(),
      })
      .optional(),
  }),
);

/**
 * `/api/me`: offers, checkouts and links to checkouts. Reading a link needs no sign-in, and buying may need none
 * (decision 121).
 */
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
  .post("/checkouts", validate("json", newCheckout), async (c) => {
    const { ctx } = c.var;
    const wanted = c.req.valid("json");
    const { id, url } = isUserCtx(ctx)
      ? await openCheckout(ctx, wanted)
      : await openInBrowser(c, (guestId) => openCheckoutAsGuest(ctx, { ...wanted, guestId }));
    return c.json({ id, url }, 201);
  })
  .get("/checkout-links/:id", ...runVerb(showCheckoutLink, { param: idParam }))
  .post(
    "/checkout-links/:id/checkout",
    requireUser,
    ...runVerb(openCheckoutLink, { param: idParam }, 201),
  )
  // Limited by address, since nobody has signed in, and each is an email to an address that somebody typed.
  .post(
    "/guest-email",
    rateLimit("SIGN_IN_LIMIT", "guest-email"),
    validate("json", z.strictObject({ email: recipientEmail })),
    async (c) => {
      const guestId = readGuestCookie(c);
      return c.json(await correctGuestEmail(c.var.ctx, { ...c.req.valid("json"), guestId }));
    },
  )
  .post("/checkouts/:id/confirmation", validate("param", idParam), async (c) => {
    const { ctx } = c.var;
    const guestId = readGuestCookie(c);
    const [confirmation, opener] = await Promise.all([
      confirmInBrowser(ctx, { ...c.req.valid("param"), guestId }),
      findOpener(ctx, c.req.header("cookie")),
    ]);
    return c.json({ ...confirmation, opener });
  });
