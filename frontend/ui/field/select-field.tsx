import type { ComponentProps } from "react";
import styles from "./field.module.css";
import { LabeledField, type FieldProps } from "./labeled-field.tsx";

/** `lang` and `dir` for a label in another language. */
type Option = { value: string; label: string; lang?: string; dir?: string };

/** A labeled choice of one option from a list. */
export function SelectField({
  label,
  hint,
  error,
  options,
  ...select
}: FieldProps & ComponentProps<"select"> & { options: Option[] }) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(props) => (
        <select {...select} {...props} className={styles.input}>
          {options.map(({ label, ...option }) => (
            <option key={option.value} {...option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}
