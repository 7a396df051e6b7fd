import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { consumeRateLimit } from "../../http/rate-limit.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
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
  .post("/:id/rotation", requireUser, ...runVerb(rotateLicense, { param: licenseParam }, 201))
  .post(
    "/:id/file",
    requireUser,
    ...runVerb(downloadLicenseFile, { param: licenseParam, json: ownFileBody }),
  );

/** `/api/me/activations`: the devices where the user's keys are active. */
export const activationRoutes = new Hono<AppEnv>().delete(
  "/:id",
  requireUser,
  ...runVerb(removeOwnActivation, { param: activationParam }),
);
