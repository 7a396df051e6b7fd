import type { ComponentProps } from "react";
import styles from "./field.module.css";
import { LabeledField, type FieldProps } from "./labeled-field.tsx";

/** A labeled input for several lines of text. It grows with its content. */
export function TextArea({ label, hint, error, ...area }: FieldProps & ComponentProps<"textarea">) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(props) => <textarea rows={4} dir="auto" {...area} {...props} className={styles.area} />}
    </LabeledField>
  );
}
