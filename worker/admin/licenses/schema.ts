import { z } from "zod";
import { activationParam, licenseParam } from "../../delivery/licenses/schema.ts";
import { pageQuery } from "../frame/page-query.ts";
import { licenseFilters } from "./license-scan.ts";
import { idSchema } from "../../lib/id-schema.ts";

const benefitId = idSchema("bnf");

export const benefitParam = z.object({ benefitId });
export const deviceParam = licenseParam
  .extend({ activationId: activationParam.shape.id })
  .transform(({ id, activationId }) => ({ licenseKeyId: id, id: activationId }));

export const licenseFilter = z.strictObject(licenseFilters);
export const licenseQuery = licenseFilter.extend(pageQuery);

export const importBody = z.strictObject({
  benefitId,
  /** Columns: key, activation_limit, expires_at, licensee. */
  csv: z
    .string()
    .min(1, "Choose a file or paste keys.")
    .max(6_000_000, "Must be 10,000 keys or fewer at a time."),
  /** True: stock for new purchases. False: the keys are already in use. */
  handOut: z.boolean(),
});
