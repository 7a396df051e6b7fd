import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "../../context.ts";
import { fail } from "../../errors.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { disableLicense } from "./set-license-disabled.ts";
import { exportLicenses } from "./export-licenses.ts";
import { freeDevice } from "./remove-device.ts";
import { importLicenses, previewImport } from "./import-licenses.ts";
import { listLicenses } from "./list-licenses.ts";
import { licenseParam } from "../../delivery/licenses/schema.ts";
import { benefitParam, deviceParam, importBody, licenseFilter, licenseQuery } from "./schema.ts";
import { showLicense } from "./show-license.ts";
import { handOutKeys, showStock } from "./show-stock.ts";

/** Ten thousand rows, and room for JSON's escapes. */
const limitImport = bodyLimit({
  maxSize: 8_000_000,
  onError: () => {
    throw fail("too_large");
  },
});

/** `/api/admin/licenses`: every key, and keys from elsewhere. */
export const licenseAdminRoutes = new Hono<AppEnv>()
  .get("/", requireRole("support"), validate("query", licenseQuery), async (c) =>
    c.json(await listLicenses(c.var.ctx, c.req.valid("query"))),
  )
  .post("/", requireRole("admin"), limitImport, validate("json", importBody), async (c) =>
    c.json(await importLicenses(c.var.ctx, c.req.valid("json"))),
  )
  .post("/preview", requireRole("admin"), limitImport, validate("json", importBody), async (c) =>
    c.json(await previewImport(c.var.ctx, c.req.valid("json"))),
  )
  .get("/csv", requireRole("support"), validate("query", licenseFilter), (c) =>
    exportLicenses(c.var.ctx, c.req.valid("query")),
  )
  .get("/stock/:benefitId", requireRole("support"), validate("param", benefitParam), async (c) =>
    c.json(await showStock(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/stock/:benefitId/fulfillment",
    requireRole("admin"),
    validate("param", benefitParam),
    async (c) => c.json(await handOutKeys(c.var.ctx, c.req.valid("param"))),
  )
  .get("/:id", requireRole("support"), validate("param", licenseParam), async (c) =>
    c.json(await showLicense(c.var.ctx, c.req.valid("param"))),
  )
  .delete(
    "/:id/activations/:activationId",
    requireRole("support"),
    validate("param", deviceParam),
    async (c) => {
      const { id: licenseKeyId, activationId: id } = c.req.valid("param");
      await freeDevice(c.var.ctx, { id, licenseKeyId });
      return c.body(null, 204);
    },
  )
  .post("/:id/suspension", requireRole("support"), validate("param", licenseParam), async (c) => {
    await disableLicense(c.var.ctx, { ...c.req.valid("param"), isDisabled: true });
    return c.body(null, 204);
  })
  .delete("/:id/suspension", requireRole("support"), validate("param", licenseParam), async (c) => {
    await disableLicense(c.var.ctx, { ...c.req.valid("param"), isDisabled: false });
    return c.body(null, 204);
  });
