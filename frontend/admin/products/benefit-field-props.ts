import type { BenefitFormValues } from "./benefit-form-values.ts";
import type { EditableBenefit } from "./editor-queries.ts";
import type { ProductForm } from "./use-product-form.ts";

/** What the fields of a benefit need. */
export type BenefitFieldProps = {
  row: BenefitFormValues;
  /** Undefined for a new benefit, and for one that is only added. */
  benefit: EditableBenefit | undefined;
  form: ProductForm;
  onChange: (changes: Partial<BenefitFormValues>) => void;
};
