import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { showMailExample } from "../mails/show-example.ts";
import { mailKinds, mailSettings, readMailSettings, saveMailSettings } from "./mail-settings.ts";

const kindParam = z.object({ kind: z.enum(mailKinds) });

/** `/api/admin/settings`: owners only. */
export const settingsRoutes = new Hono<AppEnv>()
  .get("/mails", requireRole("owner"), async (c) => c.json(await readMailSettings(c.var.ctx)))
  .put("/mails", requireRole("owner"), validate("json", mailSettings), async (c) =>
    c.json(await saveMailSettings(c.var.ctx, c.req.valid("json"))),
  )
  .get("/mails/:kind/preview", requireRole("owner"), validate("param", kindParam), async (c) =>
    c.json(await showMailExample(c.var.ctx, c.req.valid("param"))),
  );
