import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { readSetup } from "../../setup/read-setup.ts";
import { setupItemIds } from "../../setup/setup-items.ts";
import { skipItem } from "./skip-item.ts";

const itemParam = z.object({ item: z.enum(setupItemIds) });

/** `/api/admin/setup`: the checklist of a new shop, for owners. */
export const setupRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await readSetup(c.var.ctx)))
  .put("/:item/skip", validate("param", itemParam), async (c) =>
    c.json(await skipItem(c.var.ctx, { ...c.req.valid("param"), isSkipped: true })),
  )
  .delete("/:item/skip", validate("param", itemParam), async (c) =>
    c.json(await skipItem(c.var.ctx, { ...c.req.valid("param"), isSkipped: false })),
  );
