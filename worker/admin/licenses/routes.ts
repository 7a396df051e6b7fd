import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
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
  .get("/", ...runVerb(listLicenses, { query: licenseQuery }))
  .post("/", ...runVerb(importLicenses, { json: importBody }))
  .post("/preview", ...runVerb(previewImport, { json: importBody }))
  .get("/csv", requireFreshSignIn, ...runVerb(exportLicenses, { query: licenseFilter }))
  .get("/stock/:benefitId", ...runVerb(showStock, { param: benefitParam }))
  .post("/stock/:benefitId/fulfillment", ...runVerb(fulfillFromStock, { param: benefitParam }))
  .get("/:id", ...runVerb(showLicense, { param: licenseParam }))
  .delete("/:id/activations/:activationId", ...runVerb(removeDevice, { param: deviceParam }))
  .post("/:id/suspension", validate("param", licenseParam), async (c) => {
    await setLicenseDisabled(c.var.ctx, { ...c.req.valid("param"), isDisabled: true });
    return c.body(null, 204);
  })
  .delete("/:id/suspension", validate("param", licenseParam), async (c) => {
    await setLicenseDisabled(c.var.ctx, { ...c.req.valid("param"), isDisabled: false });
    return c.body(null, 204);
  });
