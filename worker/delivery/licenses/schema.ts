import { z } from "zod";
import { pageQuery } from "../../http/page-query.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { licenseStates } from "../../admin/licenses/license-order.ts";

/** Any key there ever was: other shops' are imported. */
const key = z.string().min(1).max(255);
/** What an application knows a device by. */
const fingerprint = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u, "1 to 255 printable characters");
/** Its id or its slug. */
const product = z.string().regex(/^[a-z0-9-]{1,64}$|^prd_[0-9a-z]{26}$/, "a product's id or slug");

const metaName = z.string().regex(/^[A-Za-z]\w{0,39}$/);
const meta = z
  .record(metaName, z.union([z.string().max(200), z.number(), z.boolean()]))
  .refine((entries) => Object.keys(entries).length <= 20, "20 entries at most");

/** The key is hashed on the way in, once: nobody behind the schema needs more of it. */
function hashKey<Body extends { key: string }>({ key, ...rest }: Body) {
  return { ...rest, keyHash: hashLicenseKey(key) };
}

export const validateBody = z
  .strictObject({
    key,
    fingerprint: fingerprint.optional(),
    product: product.optional(),
    /** How many uses to count. */
    uses: z.int().min(1).max(1000).optional(),
  })
  .transform(hashKey);

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

export const licenseParam = z.object({ id: z.string().regex(/^lic_[0-9a-z]{26}$/) });
export const activationParam = z.object({ id: z.string().regex(/^act_[0-9a-z]{26}$/) });

/** For which device; none where any number may be activated. */
export const ownFileBody = z.strictObject({
  activationId: z
    .string()
    .regex(/^act_[0-9a-z]{26}$/)
    .optional(),
});

const benefitId = z.string().regex(/^bnf_[0-9a-z]{26}$/);

export const benefitParam = z.object({ benefitId });
export const deviceParam = licenseParam.extend({ activationId: activationParam.shape.id });

/** Which keys; a list adds how it is paged. */
export const licenseFilter = z.strictObject({
  benefitId: benefitId.optional(),
  state: z.enum(licenseStates).optional(),
  /** A whole key, a key's id, a person's id, or the beginning of their email. */
  search: z.string().trim().min(2, "Two characters at least").max(255).optional(),
});

export const licenseQuery = licenseFilter.extend(pageQuery);

export const importBody = z.strictObject({
  benefitId,
  /** Columns: key, activation_limit, expires_at, licensee. */
  csv: z
    .string()
    .min(1, "Choose a file or paste keys")
    .max(6_000_000, "At most 10,000 keys at a time"),
  /** To buyers from now on; else the keys are in use already. */
  handOut: z.boolean(),
});
