import { Hono } from "hono";
import { z } from "zod";
import type { Ctx, UserCtx, UserEnv } from "../../context.ts";
import { assertFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { revokeGiftOrOffer } from "../../gifts/revoke-gift.ts";
import { emailGift } from "../../gifts/email-gift.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { giveProduct } from "../../gifts/give-product.ts";
import { listGiftsOfUser } from "../../access/store.ts";
import { pageQuery } from "../frame/page-query.ts";
import { listGiftableProducts } from "./list-giftable-products.ts";
import { listWaitingGifts } from "./list-waiting-gifts.ts";
import { newConsoleGift, newGift, giftEmail } from "../../gifts/schema.ts";
import { idParam } from "../../lib/id-schema.ts";

const userQuery = z.strictObject({ userId: newGift.shape.userId });
const giftParam = idParam("cmp");

const showGifts = async ({ db, config }: Ctx, { userId }: { userId: string }) => ({
  gifts: await listGiftsOfUser(db, userId, config.stripe.mode),
});

/**
 * More than one at once is worth as much as an export. A gift to an email waits if its `userId` is null; `isEmailed`
 * says whether the shop emails it then.
 * @throws `sign_in_again`
 */
async function giveFromConsole(
  ctx: UserCtx,
  { userId, email = "", sendEmail = false, locale, ...terms }: z.output<typeof newConsoleGift>,
): Promise<{ id: string; userId: string | null; isEmailed: boolean }> {
  if (terms.quantity > 1) assertFreshSignIn(ctx);
  if (userId !== undefined) {
    const { id } = await createGift(ctx, { ...terms, userId });
    return { id, userId, isEmailed: false };
  }
  const given = await giveProduct(ctx, { ...terms, sendEmail, locale, to: { email } });
  const isEmailed = sendEmail && given.userId === null && Boolean(ctx.config.auth.emailSender);
  return { id: given.id, userId: given.userId, isEmailed };
}

/** `/api/admin/gifts`: gifts. */
export const giftRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(showGifts, { query: userQuery }))
  .get("/products", validate("query", z.strictObject({})), async (c) =>
    c.json({
      products: await listGiftableProducts(c.var.ctx),
      canEmail: Boolean(c.var.ctx.config.auth.emailSender),
    }),
  )
  .get("/waiting", ...runVerb(listWaitingGifts, { query: z.strictObject(pageQuery) }))
  .post("/", ...runVerb(giveFromConsole, { json: newConsoleGift }, 201))
  .post("/:id/email", ...runVerb(emailGift, { param: giftParam, json: giftEmail }))
  .post("/:id/ending", ...runVerb(revokeGiftOrOffer, { param: giftParam }));
