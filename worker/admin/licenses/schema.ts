import { z } from "zod";
import { activationParam, licenseParam } from "../../delivery/licenses/schema.ts";
import { dayRangeQuery } from "../../http/day-range.ts";
import { pageQuery } from "../../http/page-query.ts";
import { licenseStates } from "./license-scan.ts";

const benefitId = z.string().regex(/^bnf_[0-9a-z]{26}$/);

export const benefitParam = z.object({ benefitId });
export const deviceParam = licenseParam.extend({ activationId: activationParam.shape.id });

/** The filters of a list or export of keys. */
export const licenseFilter = z.strictObject({
  ...dayRangeQuery,
  benefitId: benefitId.optional(),
  state: z.enum(licenseStates).optional(),
  /** A whole key, a key's id, a user's id, or the start of their email. */
  search: z.string().trim().min(2, "Enter at least 2 characters.").max(255).optional(),
});

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
