import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { releaseSettings } from "../../settings/release-settings.ts";
import { settingRoutes } from "../frame/setting-routes.ts";
import { runDoctor } from "./run-doctor.ts";
import { sendTestEmail } from "./send-test-email.ts";

const emptySchema = z.strictObject({});

/** `/api/admin/doctor`: checks of everything the shop depends on. */
export const doctorRoutes = new Hono<UserEnv>()
  .get("/", validate("query", emptySchema), async (c) => c.json(await runDoctor(c.var.ctx)))
  .post("/email", validate("json", emptySchema), async (c) =>
    c.json(await sendTestEmail(c.var.ctx, { to: c.var.profile?.email ?? null })),
  )
  .route("/releases", settingRoutes(releaseSettings));
