import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { setLicenseDisabled } from "../../delivery/licenses/set-license-disabled.ts";
import { exportLicenses } from "./export-licenses.ts";
import { removeDevice } from "./remove-device.ts";
import { importLicenses, previewImport } from "./import-licenses.ts";
import { listLicenses } from "./list-licenses.ts";
import { licenseParam } from "../../delivery/licenses/schema.ts";
import { benefitParam, deviceParam, importBody, licenseFilter, licenseQuery } from "./schema.ts";
import { showLicense } from "./show-license.ts";
import { fulfillFromStock, showStock } from "./show-stock.ts";

/** `/api/admin/licenses`: all license keys, and imports. */
export const licenseAdminRoutes = new Hono<UserEnv>()
  .get("/", validate("query", licenseQuery), async (c) =>
    c.json(await listLicenses(c.var.ctx, c.req.valid("query"))),
  )
  .post("/", validate("json", importBody), async (c) =>
    c.json(await importLicenses(c.var.ctx, c.req.valid("json"))),
  )
  .post("/preview", validate("json", importBody), async (c) =>
    c.json(await previewImport(c.var.ctx, c.req.valid("json"))),
  )
  .get("/csv", requireFreshSignIn, validate("query", licenseFilter), (c) =>
    exportLicenses(c.var.ctx, c.req.valid("query")),
  )
  .get("/stock/:benefitId", validate("param", benefitParam), async (c) =>
    c.json(await showStock(c.var.ctx, c.req.valid("param"))),
  )
  .post("/stock/:benefitId/fulfillment", validate("param", benefitParam), async (c) =>
    c.json(await fulfillFromStock(c.var.ctx, c.req.valid("param"))),
  )
  .get("/:id", validate("param", licenseParam), async (c) =>
    c.json(await showLicense(c.var.ctx, c.req.valid("param"))),
  )
  .delete("/:id/activations/:activationId", validate("param", deviceParam), async (c) => {
    const { id: licenseKeyId, activationId: id } = c.req.valid("param");
    await removeDevice(c.var.ctx, { id, licenseKeyId });
    return c.body(null, 204);
  })
  .post("/:id/suspension", validate("param", licenseParam), async (c) => {
    await setLicenseDisabled(c.var.ctx, { ...c.req.valid("param"), isDisabled: true });
    return c.body(null, 204);
  })
  .delete("/:id/suspension", validate("param", licenseParam), async (c) => {
    await setLicenseDisabled(c.var.ctx, { ...c.req.valid("param"), isDisabled: false });
    return c.body(null, 204);
  });
