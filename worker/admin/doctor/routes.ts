import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { runDoctor } from "./run-doctor.ts";
import { sendTestMail } from "./send-test-mail.ts";

const nothing = z.strictObject({});

/** `/api/admin/doctor`: whether all that the shop depends on is well. */
export const doctorRoutes = new Hono<AppEnv>()
  .get("/", requireRole("admin"), validate("query", nothing), async (c) =>
    c.json(await runDoctor(c.var.ctx)),
  )
  .post("/mail", requireRole("admin"), validate("json", nothing), async (c) =>
    c.json(await sendTestMail(c.var.ctx, { to: c.var.profile?.email ?? null })),
  );
