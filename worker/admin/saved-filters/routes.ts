import { Hono } from "hono";
import { z } from "zod";
import type { UserCtx, UserEnv } from "../../context.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
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

const showFilters = async (ctx: UserCtx, input: z.output<typeof listQuery>) => ({
  savedFilters: await listSavedFilters(ctx, input),
});

/** `/api/admin/saved-filters`: the signed-in member's names for the filters of a list. */
export const savedFilterRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(showFilters, { query: listQuery }))
  .post("/", ...runVerb(andShow(saveFilter, showFilters), { json: newFilter }, 201))
  .put("/:id", ...runVerb(renameFilter, { param: filterParam, json: filterName }))
  .delete("/:id", ...runVerb(deleteSavedFilter, { param: filterParam }));
