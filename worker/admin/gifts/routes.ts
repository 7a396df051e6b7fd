import { Hono } from "hono";
import { z } from "zod";
import type { Ctx, UserCtx, UserEnv } from "../../context.ts";
import { assertFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { revokeGift } from "../../gifts/revoke-gift.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { listGiftsOfUser } from "../../access/store.ts";
import { listGiftableProducts } from "./list-giftable-products.ts";
import { newGift } from "../../gifts/schema.ts";
import { idParam } from "../../lib/id-schema.ts";

const userQuery = z.strictObject({ userId: newGift.shape.userId });
const giftParam = idParam("cmp");

const showGifts = async ({ db, config }: Ctx, { userId }: { userId: string }) => ({
  gifts: await listGiftsOfUser(db, userId, config.stripe.mode),
});

/** More than one at once is worth as much as an export. @throws `sign_in_again` */
function giveFromConsole(ctx: UserCtx, input: z.output<typeof newGift>) {
  if (input.quantity > 1) assertFreshSignIn(ctx);
  return createGift(ctx, input);
}

/** `/api/admin/gifts`: gifts. */
export const giftRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(showGifts, { query: userQuery }))
  .get("/products", validate("query", z.strictObject({})), async (c) =>
    c.json({ products: await listGiftableProducts(c.var.ctx) }),
  )
  .post("/", ...runVerb(giveFromConsole, { json: newGift }, 201))
  .post("/:id/ending", ...runVerb(revokeGift, { param: giftParam }));
