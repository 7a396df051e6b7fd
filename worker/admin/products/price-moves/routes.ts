import { Hono } from "hono";
import { z } from "zod";
import type { Ctx, UserEnv } from "../../../context.ts";
import { andShow, runVerb } from "../../../http/run-verb.ts";
import { cancelPriceMove, retryPriceMove } from "./change-price-move.ts";
import { previewPriceMove } from "./preview-price-move.ts";
import { movedQuery, newPriceMove, previewQuery } from "./schema.ts";
import { listPriceMoves, listPriceMoveSubscribers } from "./show-price-moves.ts";
import { startPriceMove } from "./start-price-move.ts";
import { idSchema } from "../../../lib/id-schema.ts";

const productParam = z.object({ productId: idSchema("prd") });
const moveParam = productParam.extend({ moveId: idSchema("pmv") });

const showMoves = async (ctx: Ctx, input: { productId: string }) => ({
  moves: await listPriceMoves(ctx, input),
});

/** `/api/admin/products/:productId/price-moves`: moving subscribers to a new price. */
export const priceMoveRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(showMoves, { param: productParam, query: z.strictObject({}) }))
  .post(
    "/",
    ...runVerb(
      andShow(startPriceMove, showMoves),
      { param: productParam, json: newPriceMove },
      201,
    ),
  )
  .get("/preview", ...runVerb(previewPriceMove, { param: productParam, query: previewQuery }))
  .get(
    "/:moveId/subscriptions",
    ...runVerb(listPriceMoveSubscribers, { param: moveParam, query: movedQuery }),
  )
  .post(
    "/:moveId/cancellation",
    ...runVerb(andShow(cancelPriceMove, showMoves), { param: moveParam }),
  )
  .post("/:moveId/retry", ...runVerb(andShow(retryPriceMove, showMoves), { param: moveParam }));
