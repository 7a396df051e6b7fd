import { Hono } from "hono";
import { z } from "zod";
import { rotateLicenseForUser } from "../../delivery/licenses/rotate-license.ts";
import { setLicenseDisabled } from "../../delivery/licenses/set-license-disabled.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { license, licenseStatus } from "../../feed/license.ts";
import { answerJson, listObjects, readObject } from "../protocol/answer-json.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
import { oneOrMore, purchaseFilters } from "../protocol/inputs.ts";
import { validate } from "../../http/validate.ts";
import { idParam } from "../../lib/id-schema.ts";
import { findLicense, listLicenses } from "./licenses.query.ts";

const query = z.strictObject({
  ...listQuery,
  ...purchaseFilters,
  status: oneOrMore(licenseStatus),
});

const noBody = z.strictObject({});

const common = { tag: "Licenses", answer: license, errors: ["not_found"] } as const;
const scopes = { read: "licenses:read", write: "licenses:write" } as const;

async function readLicense(ctx: Ctx, { id }: { id: string }): Promise<string> {
  const found = await findLicense(ctx, id);
  if (found === undefined) throw fail("not_found", { reason: "no such license" });
  return found;
}

async function changeDisablement(ctx: Ctx, input: { id: string; isDisabled: boolean }) {
  await readLicense(ctx, input);
  await setLicenseDisabled(ctx, input);
  return readLicense(ctx, input);
}

/** `/api/v1/licenses`, for programs with an API key. */
export const licenseApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Licenses",
      operationId: "listLicenses",
      summary: "List licenses",
      description: "Keys that customers have.",
      scope: scopes.read,
      answer: listOf(license),
    }),
    ...listObjects(scopes.read, query, listLicenses),
  )
  .get(
    "/:id",
    describe({
      ...common,
      operationId: "getLicense",
      summary: "Get a license",
      scope: scopes.read,
    }),
    ...readObject(scopes.read, "lic", findLicense),
  )
  .post(
    "/:id/disablement",
    describe({
      ...common,
      operationId: "disableLicense",
      summary: "Disable a license",
      description: "The key stops working. Its activations stay. Doing it again changes nothing.",
      scope: scopes.write,
    }),
    requireScope(scopes.write),
    validate("param", idParam("lic")),
    validate("json", noBody),
    async (c) => {
      const input = { ...c.req.valid("param"), isDisabled: true };
      return answerJson(c, await changeDisablement(c.var.ctx, input));
    },
  )
  .delete(
    "/:id/disablement",
    describe({
      ...common,
      operationId: "enableLicense",
      summary: "Enable a license again",
      scope: scopes.write,
    }),
    requireScope(scopes.write),
    validate("param", idParam("lic")),
    async (c) => {
      const input = { ...c.req.valid("param"), isDisabled: false };
      return answerJson(c, await changeDisablement(c.var.ctx, input));
    },
  )
  .post(
    "/:id/rotation",
    describe({
      ...common,
      operationId: "rotateLicense",
      summary: "Replace a license's key",
      description:
        "Answers with the new license, which has its own id. The old key stops working immediately, and every device must be activated again.",
      scope: scopes.write,
      statuses: [201],
      errors: ["not_found", "license_key_unusable"],
    }),
    requireScope(scopes.write),
    validate("param", idParam("lic")),
    validate("json", noBody),
    async (c) => {
      const { ctx } = c.var;
      await readLicense(ctx, c.req.valid("param"));
      const rotated = await rotateLicenseForUser(ctx, c.req.valid("param"));
      return answerJson(c, await readLicense(ctx, rotated), 201);
    },
  );
