import type { ComponentProps } from "react";
import { LabeledField, type FieldProps } from "./labeled-field.tsx";

/** A labeled checkbox. */
export function CheckField({
  label,
  hint,
  error,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "type">) {
  return (
    <LabeledField label={label} hint={hint} error={error} layout="checkbox">
      {(props) => <input {...input} {...props} type="checkbox" />}
    </LabeledField>
  );
}
