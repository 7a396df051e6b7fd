import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import {
  deleteSavedFilter,
  filterableLists,
  filterName,
  listSavedFilters,
  newFilter,
  renameFilter,
  saveFilter,
} from "../../identity/team/saved-filters.ts";
import { idParam } from "../../lib/id-schema.ts";

const listQuery = z.strictObject({ list: z.enum(filterableLists) });
const filterParam = idParam("flt");

/** `/api/admin/saved-filters`: the signed-in member's names for the filters of a list. */
export const savedFilterRoutes = new Hono<UserEnv>()
  .get("/", validate("query", listQuery), async (c) =>
    c.json({ savedFilters: await listSavedFilters(c.var.ctx, c.req.valid("query")) }),
  )
  .post("/", validate("json", newFilter), async (c) => {
    const filter = c.req.valid("json");
    await saveFilter(c.var.ctx, filter);
    return c.json({ savedFilters: await listSavedFilters(c.var.ctx, filter) }, 201);
  })
  .put("/:id", validate("param", filterParam), validate("json", filterName), async (c) => {
    await renameFilter(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.body(null, 204);
  })
  .delete("/:id", validate("param", filterParam), async (c) => {
    await deleteSavedFilter(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  });
