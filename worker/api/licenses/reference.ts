import { z } from "zod";
import type { LicenseResponse } from "../../delivery/licenses/license-response.ts";
import { idField, timeField } from "../../feed/fields.ts";
import type { RouteDescription } from "../../http/describe.ts";

const code = z
  .enum([
    "VALID",
    "NOT_FOUND",
    "PRODUCT_MISMATCH",
    "REVOKED",
    "DISABLED",
    "EXPIRED",
    "NOT_ACTIVATED",
    "FINGERPRINT_MISMATCH",
    "FINGERPRINT_REQUIRED",
    "ACTIVATION_LIMIT",
    "ACTIVATION_NOT_FOUND",
    "DEACTIVATED",
    "USES_LIMIT",
  ])
  .meta({ description: "Why the application may run or not." });

const answer = z.object({
  valid: z.boolean().meta({ description: "Whether the application may run." }),
  code,
  license: z
    .object({
      id: idField("lic", "The license's id."),
      product: z.object({ id: z.string(), slug: z.string(), name: z.string() }).nullable(),
      licensee: z.string().nullable().meta({ description: "The name that it was issued to." }),
      quantity: z.int(),
      activationLimit: z.int().nullable().meta({ description: "Null if unlimited." }),
      uses: z.int(),
      usesLimit: z.int().nullable().meta({ description: "Null if unlimited." }),
      expiresAt: timeField("When the key itself expires.").nullable(),
    })
    .nullable()
    .meta({ description: "Null for an unknown key." }),
  activation: z
    .object({
      id: idField("act", "The activation's id."),
      fingerprint: z.string(),
      label: z.string(),
      createdAt: timeField("When the device was activated."),
      lastSeenAt: timeField("When it was last validated, exact to a day."),
    })
    .nullable(),
});

/** A schema that says something else than the answer's type fails the type check. */
const licenseCheck = (answer satisfies z.ZodType<LicenseResponse>).meta({
  ref: "LicenseCheck",
  description: "Whether an application may run with a license key.",
});

const licenseFile = answer
  .extend({
    file: z.string().nullable().meta({ description: "A compact JWS; null unless `VALID`." }),
    fileExpiresAt: timeField("Until when the file is valid.").nullable(),
  })
  .meta({ ref: "LicenseFile" });

const common = { tag: "License checks", scope: null, answer: licenseCheck } as const;
const fingerprintNote =
  "`fingerprint` is the application's own id of the device, e.g. a hash of its hardware id.";

/** The calls of an application on its user's device, as the API reference describes them. */
export const reference = {
  validate: {
    ...common,
    operationId: "validateLicense",
    summary: "Validate a license key",
    description: `Says whether the application may run; with a fingerprint, on this device. ${fingerprintNote} \`uses\` counts uses of a key that has a limit of them.`,
  },
  activate: {
    ...common,
    operationId: "activateLicense",
    summary: "Activate a device",
    description: `Takes one of the key's activations. Activating a device again changes nothing and answers 200. ${fingerprintNote}`,
    statuses: [200, 201],
  },
  deactivate: {
    ...common,
    operationId: "deactivateLicense",
    summary: "Deactivate a device",
    description: "Frees the device's activation.",
  },
  file: {
    ...common,
    operationId: "issueLicenseFile",
    summary: "Issue a license file",
    description:
      "A signed file that proves the license without a connection. Verify it with the keys of `/.well-known/jwks.json`; its `typ` is `license+jwt`.",
    answer: licenseFile,
    errors: ["license_files_unavailable"],
  },
} satisfies Record<string, RouteDescription>;
