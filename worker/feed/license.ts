import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { accessTimeText, inForceText } from "../in-force.ts";
import type { Scope } from "../shared/scopes.ts";
import { idField, quantityField, timeField } from "./fields.ts";
import { jsonArray, jsonObject, rfc3339, toExpression, type At } from "./sql-json.ts";

export const licenseStatus = z.enum(["granted", "revoked", "disabled", "expired"]).meta({
  description:
    "`revoked` once access ended or the key was replaced; `disabled` by the seller. Only a `granted` key works.",
});

/** A license key, as other programs see it. */
export const license = z
  .object({
    id: idField("lic", "The license's id."),
    customerId: idField("usr", "Who has the key."),
    productId: idField("prd", "The product that it came with.").nullable(),
    benefitId: idField("bnf", "The product's benefit that issues such keys."),
    grantId: idField(
      "grt",
      "The grant that keeps it valid; null for some imported keys.",
    ).nullable(),
    key: z.string().optional().meta({
      description: "Left out unless the API key that reads it has the scope `licenses:read`.",
      example: "TIDE-7Q2M8-XK4RN-9D3WT-5HCVB",
    }),
    status: licenseStatus,
    licensee: z.string().nullable().meta({ description: "The name that it was issued to." }),
    quantity: quantityField,
    activationLimit: z.int().nullable().meta({
      description: "The most simultaneous activations, for the quantity bought; null if unlimited.",
      example: 3,
    }),
    activationCount: z.int().meta({ example: 1 }),
    activations: z
      .array(
        z.object({
          id: idField("act", "The activation's id."),
          fingerprint: z.string().meta({ description: "The application's id of the device." }),
          label: z.string().meta({ description: "The device's name; may be empty." }),
          createdAt: timeField("When the device was activated."),
        }),
      )
      .meta({ description: "The newest 100, newest first." }),
    uses: z.int().meta({ description: "The uses counted so far.", example: 0 }),
    usesLimit: z.int().nullable().meta({ description: "The most uses; null if unlimited." }),
    expiresAt: timeField("When the key itself expires; null if never.").nullable(),
    createdAt: timeField("When it was issued."),
  })
  .meta({ ref: "License", description: "A license key that a customer has." });

export type License = z.output<typeof license>;

/**
 * The JSON of a license key, in a query that reads from `license_keys`. The key must have a user.
 * @param ofDevice more fields of each activation, which is a row of `newest`
 */
export function licenseText({ now, mode }: At, ofDevice: Record<string, string> = {}): string {
  const ofGrant = (column: string) =>
    `(SELECT g.${column} FROM grants g WHERE g.id = license_keys.grant_id)`;
  const ofActivation = "FROM activations a WHERE a.license_key_id = license_keys.id";
  return jsonObject({
    id: "license_keys.id",
    customerId: "license_keys.user_id",
    productId: `coalesce(${ofGrant("product_id")},
      (SELECT min(b.product_id) FROM product_benefits b WHERE b.benefit_id = license_keys.benefit_id))`,
    benefitId: "license_keys.benefit_id",
    grantId: "license_keys.grant_id",
    key: "license_keys.key",
    status: `CASE WHEN ${isRevokedText({ now, mode })} THEN 'revoked'
      WHEN license_keys.disabled_at IS NOT NULL THEN 'disabled'
      WHEN license_keys.expires_at <= ${now} THEN 'expired' ELSE 'granted' END`,
    licensee: "license_keys.licensee",
    quantity: `coalesce(${ofGrant("quantity")}, 1)`,
    activationLimit: `license_keys.activation_limit
      * CASE WHEN license_keys.per_seat THEN coalesce(${ofGrant("quantity")}, 1) ELSE 1 END`,
    activationCount: `(SELECT count(*) ${ofActivation})`,
    activations: jsonArray(
      {
        id: "newest.id",
        fingerprint: "newest.fingerprint",
        label: "newest.label",
        createdAt: rfc3339("newest.created_at"),
        ...ofDevice,
      },
      {
        from: `FROM (SELECT a.* ${ofActivation} ORDER BY a.id DESC LIMIT 100) newest`,
        orderBy: "newest.id DESC",
      },
    ),
    uses: "license_keys.uses",
    usesLimit: "license_keys.uses_limit",
    expiresAt: rfc3339("license_keys.expires_at"),
    createdAt: rfc3339("license_keys.created_at"),
  });
}

/**
 * The JSON of a license key in the history, from which a lost row comes back. A key without a user is there, too. Other
 * programs don't see `row` and the `meta` of the devices; `hideRow` removes them.
 */
export function recordedLicenseText(at: At): string {
  const row = jsonObject({
    keyHash: "license_keys.key_hash",
    origin: "license_keys.origin",
    isInStock: "license_keys.is_in_stock",
    activationLimit: "license_keys.activation_limit",
    perSeat: "license_keys.per_seat",
    disabledAt: "license_keys.disabled_at",
    rotatedAt: "license_keys.rotated_at",
  });
  return `json_set(${licenseText(at, { meta: "json(newest.meta)" })}, '$.row', ${row})`;
}

/** Whether an API key may not read the keys of licenses, wherever they are. */
export const hidesKeys = ({ actor }: Pick<Ctx, "actor">): boolean =>
  actor.type === "key" && !actor.scopes.includes("licenses:read" satisfies Scope);

type Recorded = { key?: unknown; row?: unknown; activations?: { meta?: unknown }[] };

/** Returns a license key of the history as other programs see it. */
export function hideRow({ row: _, ...shown }: Recorded, isKeyHidden: boolean): unknown {
  if (isKeyHidden) delete shown.key;
  return { ...shown, activations: shown.activations?.map(({ meta: _meta, ...device }) => device) };
}

/** The key was replaced, or its grant is not in force. An imported key may have no grant. */
function isRevokedText({ now, mode }: At): string {
  return `(license_keys.rotated_at IS NOT NULL OR (license_keys.grant_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM grants g WHERE g.id = license_keys.grant_id AND g.mode = ${mode} AND ${inForceText("g", accessTimeText(now))})))`;
}

const wholeJson = toExpression(licenseText);

/** As `licenseText`, and without the key for an API key that may not read it. */
export const licenseJson = (ctx: Pick<Ctx, "now" | "config" | "actor">): SQL =>
  hidesKeys(ctx) ? sql`json_remove(${wholeJson(ctx)}, '$.key')` : wholeJson(ctx);
