import type { ComponentProps } from "react";
import styles from "./field.module.css";
import { LabeledField, type FieldProps } from "./labeled-field.tsx";

/** A labeled choice of one option from a list. */
export function SelectField({
  label,
  hint,
  error,
  options,
  ...select
}: FieldProps & ComponentProps<"select"> & { options: { value: string; label: string }[] }) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(props) => (
        <select {...select} {...props} className={styles.input}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}
