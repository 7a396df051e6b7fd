import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { limitBodyTo } from "../../http/body-limit.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { setLicenseDisabled } from "../../delivery/licenses/set-license-disabled.ts";
import { exportLicenses } from "./export-licenses.ts";
import { removeDevice } from "./remove-device.ts";
import { importLicenses, previewImport } from "./import-licenses.ts";
import { listLicenses } from "./list-licenses.ts";
import { licenseParam, activationParam } from "../../delivery/licenses/schema.ts";
import { revealKey, showLicense } from "./show-license.ts";
import { fulfillFromStock, showStock } from "./show-stock.ts";
import { z } from "zod";
import { pageQuery } from "../frame/page-query.ts";
import { licenseFilters } from "./license-scan.ts";
import { idSchema } from "../../lib/id-schema.ts";

const benefitId = idSchema("bnf");

const benefitParam = z.object({ benefitId });
const deviceParam = licenseParam
  .extend({ activationId: activationParam.shape.id })
  .transform(({ id, activationId }) => ({ licenseKeyId: id, id: activationId }));

const licenseFilter = z.strictObject(licenseFilters);
const licenseQuery = licenseFilter.extend(pageQuery);

const importBody = z.strictObject({
  benefitId,
  /** Columns: key, activation_limit, expires_at, licensee. */
  csv: z
    .string()
    .min(1, "Choose a file or paste keys.")
    .max(6_000_000, "Must be 10,000 keys or fewer at a time."),
  /** True: stock for new purchases. False: the keys are already in use. */
  handOut: z.boolean(),
});

/** Enough for 10,000 keys with JSON escapes. */
const limitImport = limitBodyTo(8_000_000);

/** `/api/admin/licenses`: all license keys, and imports. */
export const licenseAdminRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listLicenses, { query: licenseQuery }))
  .post("/", limitImport, ...runVerb(importLicenses, { json: importBody }))
  .post("/preview", limitImport, ...runVerb(previewImport, { json: importBody }))
  .get("/csv", requireFreshSignIn, ...runVerb(exportLicenses, { query: licenseFilter }))
  .get("/stock/:benefitId", ...runVerb(showStock, { param: benefitParam }))
  .post("/stock/:benefitId/fulfillment", ...runVerb(fulfillFromStock, { param: benefitParam }))
  .get("/:id", ...runVerb(showLicense, { param: licenseParam }))
  .post("/:id/key", ...runVerb(revealKey, { param: licenseParam }))
  .delete("/:id/activations/:activationId", ...runVerb(removeDevice, { param: deviceParam }))
  .post("/:id/suspension", validate("param", licenseParam), async (c) => {
    await setLicenseDisabled(c.var.ctx, { ...c.req.valid("param"), isDisabled: true });
    return c.body(null, 204);
  })
  .delete("/:id/suspension", validate("param", licenseParam), async (c) => {
    await setLicenseDisabled(c.var.ctx, { ...c.req.valid("param"), isDisabled: false });
    return c.body(null, 204);
  });
