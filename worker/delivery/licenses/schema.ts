import { z } from "zod";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { idSchema, idParam } from "../../lib/id-schema.ts";

/** Any format, because keys of other shops can be imported. */
const key = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: "The license key.", example: "TIDE-7Q2M8-XK4RN-9D3WT-5HCVB" });
const fingerprint = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u, "1 to 255 printable characters")
  .meta({ description: "Your application's id of the device.", example: "9f86d081884c7d65" });
const product = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$|^prd_[0-9a-z]{26}$/, "a product's id or slug")
  .meta({
    description: "The product's id or slug: a key of another product is refused.",
    example: "tide-pro",
  });

const metaName = z.string().regex(/^[A-Za-z]\w{0,39}$/);
const meta = z
  .record(metaName, z.union([z.string().max(200), z.number(), z.boolean()]))
  .refine((entries) => Object.keys(entries).length <= 20, "20 entries at most");

/** Replaces the key with its hash, so that no code behind the schema sees the key. */
function hashKey<Body extends { key: string }>({ key, ...rest }: Body) {
  return { ...rest, keyHash: hashLicenseKey(key) };
}

/** The body of a validation, with the key. */
export const validateFields = z.strictObject({
  key,
  fingerprint: fingerprint.optional(),
  product: product.optional(),
  /** How many uses to count. */
  uses: z.int().min(1).max(1000).optional(),
});

export const validateBody = validateFields.transform(hashKey);

export const activateBody = z
  .strictObject({
    key,
    fingerprint,
    product: product.optional(),
    label: z.string().max(120).optional(),
    meta: meta.optional(),
  })
  .transform(hashKey);

export const deactivateBody = z.strictObject({ key, fingerprint }).transform(hashKey);

export const fileBody = z
  .strictObject({
    key,
    fingerprint: fingerprint.optional(),
    product: product.optional(),
  })
  .transform(hashKey);

export const claimBody = z.strictObject({ key });

export const licenseParam = idParam("lic");
export const activationParam = idParam("act");

/** The device of the file; optional if activations are unlimited. */
export const ownFileBody = z.strictObject({
  activationId: idSchema("act").optional(),
});
