import type { ComponentProps } from "react";
import styles from "./field.module.css";
import { LabeledField, type FieldProps } from "./labeled-field.tsx";

/** A labeled input for one line of text, a number or a date. */
export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(props) => (
        <input
          dir={input.type === "number" ? undefined : "auto"}
          {...input}
          {...props}
          className={styles.input}
        />
      )}
    </LabeledField>
  );
}
