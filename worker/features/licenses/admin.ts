import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "../../context.ts";
import { fail } from "../../errors.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { disableLicense } from "./disable-license.ts";
import { importLicenses } from "./import-licenses.ts";
import { listLicenses } from "./list-licenses.ts";
import { importBody, licenseParam, licenseQuery } from "./schema.ts";

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
  .post("/:id/suspension", requireRole("support"), validate("param", licenseParam), async (c) => {
    await disableLicense(c.var.ctx, { ...c.req.valid("param"), isDisabled: true });
    return c.body(null, 204);
  })
  .delete("/:id/suspension", requireRole("support"), validate("param", licenseParam), async (c) => {
    await disableLicense(c.var.ctx, { ...c.req.valid("param"), isDisabled: false });
    return c.body(null, 204);
  });
