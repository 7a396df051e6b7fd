import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../context.ts";
import { allowAllOrigins } from "../../http/cors.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { describe } from "../../http/describe.ts";
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
import { reference } from "./reference.ts";
import { limitDevice, validateOnDevice } from "./validation-call.ts";

/** Limits the requests of one device. Runs after the body is parsed. */
const limitRatePerDevice = createMiddleware<
  AppEnv,
  string,
  { out: { json: { keyHash: string; fingerprint?: string | undefined } } }
>(async (c, next) => {
  await limitDevice(c.env, c.req.valid("json"));
  await next();
});

/**
 * `/api/v1/licenses`: called by applications on the user's device. The key in the body is the only credential: no
 * cookie and no bearer token are read, so every origin is allowed (`worker/app.ts`).
 */
export const publicLicenseRoutes = new Hono<AppEnv>()
  .use(
    // Only these: the routes beside them need an API key.
    "/:call{validate|activate|deactivate|file}",
    rateLimit("LICENSE_LIMIT", "license"),
  )
  .post(
    "/validate",
    describe(reference.validate),
    validate("json", validateBody),
    limitRatePerDevice,
    async (c) => c.json(await validateOnDevice(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/activate",
    describe(reference.activate),
    validate("json", activateBody),
    limitRatePerDevice,
    async (c) => {
      const { isNew, ...answer } = await activateLicense(c.var.ctx, c.req.valid("json"));
      return c.json(answer, isNew ? 201 : 200);
    },
  )
  .post(
    "/deactivate",
    describe(reference.deactivate),
    validate("json", deactivateBody),
    limitRatePerDevice,
    async (c) => c.json(await deactivateLicense(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/file",
    describe(reference.file),
    validate("json", fileBody),
    limitRatePerDevice,
    async (c) => c.json(await issueLicenseFile(c.var.ctx, c.req.valid("json"))),
  );

/**
 * `/.well-known/jwks.json`: the public keys that verify license files. Caching for an hour is safe, since keys are
 * rotated manually.
 */
export const keySetRoutes = new Hono<AppEnv>().get("/", allowAllOrigins, async (c) =>
  c.json(await listPublicKeys(c.var.ctx.config), 200, {
    "cache-control": "public, max-age=3600",
    "content-type": "application/jwk-set+json",
  }),
);
