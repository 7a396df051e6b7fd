import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { consumeRateLimit } from "../../http/rate-limit.ts";
import { requireUser } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { claimLicense } from "./claim-license.ts";
import { downloadLicenseFile } from "../../delivery/licenses/issue-license-file.ts";
import { removeOwnActivation } from "../../delivery/licenses/activate-license.ts";
import { rotateLicense } from "../../delivery/licenses/rotate-license.ts";
import {
  activationParam,
  claimBody,
  licenseParam,
  ownFileBody,
} from "../../delivery/licenses/schema.ts";

/** `/api/me/licenses`: the user's license keys. */
export const licenseRoutes = new Hono<AppEnv>()
  .post("/", requireUser, validate("json", claimBody), async (c) => {
    const { ctx } = c.var;
    await consumeRateLimit(c.env.LICENSE_LIMIT, `license-claim:${ctx.actor.userId}`);
    await claimLicense(ctx, c.req.valid("json"));
    return c.body(null, 204);
  })
  .post("/:id/rotation", requireUser, validate("param", licenseParam), async (c) =>
    c.json(await rotateLicense(c.var.ctx, c.req.valid("param")), 201),
  )
  .post(
    "/:id/file",
    requireUser,
    validate("param", licenseParam),
    validate("json", ownFileBody),
    async (c) =>
      c.json(
        await downloadLicenseFile(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") }),
      ),
  );

/** `/api/me/activations`: the devices where the user's keys are active. */
export const activationRoutes = new Hono<AppEnv>().delete(
  "/:id",
  requireUser,
  validate("param", activationParam),
  async (c) => {
    await removeOwnActivation(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  },
);
