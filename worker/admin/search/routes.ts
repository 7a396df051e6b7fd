import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { runVerb } from "../../http/run-verb.ts";
import { searchConsole } from "./search-console.ts";

const searchQuery = z.strictObject({ search: z.string().trim().min(1).max(200) });

/** `/api/admin/search`: everything in the console, by name, email, id, invoice number or license key. */
export const searchRoutes = new Hono<UserEnv>().get(
  "/",
  ...runVerb(searchConsole, { query: searchQuery }),
);
