import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../../context.ts";
import { validate } from "../../../http/validate.ts";
import { cancelPriceMove, retryPriceMove } from "./change-price-move.ts";
import { previewPriceMove } from "./preview-price-move.ts";
import { movedQuery, newPriceMove, previewQuery } from "./schema.ts";
import { listPriceMoves, listPriceMoveSubscribers } from "./show-price-moves.ts";
import { startPriceMove } from "./start-price-move.ts";
import { idSchema } from "../../../lib/id-schema.ts";

const productParam = z.object({ productId: idSchema("prd") });
const moveParam = productParam.extend({ moveId: idSchema("pmv") });

/** `/api/admin/products/:productId/price-moves`: moving subscribers to a new price. */
export const priceMoveRoutes = new Hono<UserEnv>()
  .get("/", validate("param", productParam), validate("query", z.strictObject({})), async (c) =>
    c.json({ moves: await listPriceMoves(c.var.ctx, c.req.valid("param")) }),
  )
  .post("/", validate("param", productParam), validate("json", newPriceMove), async (c) => {
    const { productId } = c.req.valid("param");
    await startPriceMove(c.var.ctx, { ...c.req.valid("json"), productId });
    return c.json({ moves: await listPriceMoves(c.var.ctx, { productId }) }, 201);
  })
  .get("/preview", validate("param", productParam), validate("query", previewQuery), async (c) =>
    c.json(await previewPriceMove(c.var.ctx, { ...c.req.valid("query"), ...c.req.valid("param") })),
  )
  .get(
    "/:moveId/subscriptions",
    validate("param", moveParam),
    validate("query", movedQuery),
    async (c) =>
      c.json(
        await listPriceMoveSubscribers(c.var.ctx, {
          ...c.req.valid("query"),
          ...c.req.valid("param"),
        }),
      ),
  )
  .post("/:moveId/cancellation", validate("param", moveParam), async (c) => {
    await cancelPriceMove(c.var.ctx, c.req.valid("param"));
    return c.json({ moves: await listPriceMoves(c.var.ctx, c.req.valid("param")) });
  })
  .post("/:moveId/retry", validate("param", moveParam), async (c) => {
    await retryPriceMove(c.var.ctx, c.req.valid("param"));
    return c.json({ moves: await listPriceMoves(c.var.ctx, c.req.valid("param")) });
  });
