import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery, promotionCodeId } from "../frame/page-query.ts";
import { assertFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { coversWholePrice, createDiscount } from "./create-discount.ts";
import { endDiscount } from "./end-discount.ts";
import { listDiscounts } from "./list-discounts.ts";
import { renameDiscount } from "./rename-discount.ts";
import { discountEdit, newDiscount } from "./schema.ts";

const query = z.strictObject({
  limit: pageQuery.limit,
  cursor: promotionCodeId.optional(),
  status: z.enum(["active", "ended"]).optional(),
  search: z.string().trim().max(500).optional(),
  /** Finds a code by all of it, in any case, with one request to Stripe. */
  code: z.string().trim().max(500).optional(),
  /** Finds a code by its id, with one request to Stripe. */
  id: promotionCodeId.optional(),
});
const idParam = z.object({ id: promotionCodeId });

/** `/api/admin/discounts`: promotion codes, which only Stripe stores. */
export const discountRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listDiscounts, { query }))
  .post("/", validate("json", newDiscount), async (c) => {
    const input = c.req.valid("json");
    if (await coversWholePrice(c.var.ctx, input)) assertFreshSignIn(c.var.ctx);
    return c.json(await createDiscount(c.var.ctx, input), 201);
  })
  .put("/:id", ...runVerb(renameDiscount, { param: idParam, json: discountEdit }))
  .post("/:id/ending", ...runVerb(endDiscount, { param: idParam }));
