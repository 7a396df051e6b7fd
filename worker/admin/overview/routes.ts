import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { ranges } from "./periods.ts";
import { showDisputes } from "./show-disputes.ts";
import { showOverview } from "./show-overview.ts";

const query = z.strictObject({
  range: z.enum(ranges, "One of 30d and 12m").default("30d"),
});

/** `/api/admin/overview`: the shop's figures and action items. */
export const overviewRoutes = new Hono<UserEnv>()
  .get("/", validate("query", query), async (c) =>
    c.json(await showOverview(c.var.ctx, c.req.valid("query"))),
  )
  .get("/disputes", async (c) => c.json(await showDisputes(c.var.ctx)));
