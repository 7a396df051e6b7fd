import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { endComp } from "./revoke-gift.ts";
import { giveComp } from "./create-gift.ts";
import { listComps } from "../../access/list-gifts.ts";
import { listGiveable } from "./list-giftable-products.ts";
import { newComp } from "./schema.ts";

const ofUser = z.strictObject({ userId: newComp.shape.userId });
const compParam = z.object({ id: z.string().regex(/^cmp_[0-9a-z]{26}$/) });

/** `/api/admin/comps`: what the seller gives away. */
export const compRoutes = new Hono<AppEnv>()
  .get("/", requireRole("support"), validate("query", ofUser), async (c) =>
    c.json({ comps: await listComps(c.var.ctx, c.req.valid("query")) }),
  )
  .get("/products", requireRole("support"), validate("query", z.strictObject({})), async (c) =>
    c.json({ products: await listGiveable(c.var.ctx) }),
  )
  .post("/", requireRole("support"), validate("json", newComp), async (c) =>
    c.json(await giveComp(c.var.ctx, c.req.valid("json")), 201),
  )
  .post("/:id/ending", requireRole("support"), validate("param", compParam), async (c) =>
    c.json(await endComp(c.var.ctx, c.req.valid("param"))),
  );
