import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../context.ts";
import { fail } from "../../errors.ts";
import { allowEveryOrigin } from "../../http/cors.ts";
import { limitRate, spendRate } from "../../http/rate-limit.ts";
import { validate } from "../../http/validate.ts";
import { activateLicense, deactivateLicense } from "../../delivery/licenses/activate-license.ts";
import { issueLicenseFile } from "../../delivery/licenses/issue-license-file.ts";
import {
  activateBody,
  deactivateBody,
  fileBody,
  validateBody,
} from "../../delivery/licenses/schema.ts";
import { listPublicKeys } from "../../delivery/licenses/signing-keys.ts";
import { validateLicense } from "../../delivery/licenses/validate-license.ts";

const MOST_BYTES = 16_384;

const limitBody = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw fail("too_large");
  },
});

/** After the body is parsed: whoever guesses at a key from many addresses, or shares one with many. */
const limitRateOfKey = createMiddleware<AppEnv, string, { out: { json: { keyHash: string } } }>(
  async (c, next) => {
    await spendRate(c.env.LICENSE_LIMIT, `license-key:${c.req.valid("json").keyHash}`);
    await next();
  },
);

/**
 * `/api/v1/licenses`: what an application asks on its user's device. The key in the body is all the proof there is, so
 * there is no cookie and no bearer, and every origin may ask.
 */
export const publicLicenseRoutes = new Hono<AppEnv>()
  .use(allowEveryOrigin, limitRate("LICENSE_LIMIT", "license"), limitBody)
  .post("/validate", validate("json", validateBody), limitRateOfKey, async (c) =>
    c.json(await validateLicense(c.var.ctx, c.req.valid("json"))),
  )
  .post("/activate", validate("json", activateBody), limitRateOfKey, async (c) => {
    const { isNew, ...answer } = await activateLicense(c.var.ctx, c.req.valid("json"));
    return c.json(answer, isNew ? 201 : 200);
  })
  .post("/deactivate", validate("json", deactivateBody), limitRateOfKey, async (c) =>
    c.json(await deactivateLicense(c.var.ctx, c.req.valid("json"))),
  )
  .post("/file", validate("json", fileBody), limitRateOfKey, async (c) =>
    c.json(await issueLicenseFile(c.var.ctx, c.req.valid("json"))),
  );

/** `/.well-known/jwks.json`: what license files are verified with. An hour old is fresh enough: keys rotate by hand. */
export const keySetRoutes = new Hono<AppEnv>().get("/", allowEveryOrigin, async (c) =>
  c.json(await listPublicKeys(c.var.ctx.config), 200, {
    "cache-control": "public, max-age=3600",
    "content-type": "application/jwk-set+json",
  }),
);
