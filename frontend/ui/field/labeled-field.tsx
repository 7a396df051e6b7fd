import { useId, type ReactNode } from "react";
import styles from "./field.module.css";

export type FieldProps = { label: string; hint?: ReactNode; error?: string | undefined };

type ControlProps = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/**
 * Wraps a form control with its label, hint and error, and connects them for screen readers.
 * @param props.layout `checkbox` puts the control before its label
 * @param props.children renders the control with the id and the ARIA attributes that it gets
 */
export function LabeledField({
  label,
  hint,
  error,
  layout = "field",
  children,
}: FieldProps & {
  layout?: "field" | "checkbox";
  children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const control = children({
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
  });
  return (
    <div className={styles[layout]}>
      {layout === "checkbox" && control}
      <label htmlFor={id}>{label}</label>
      {layout === "field" && control}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The hint of a field or of a group of fields. */
export function FieldHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.hint}>
      {children}
    </p>
  );
}

/** The error of a field or of a group of fields. Screen readers announce it when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      {children}
    </p>
  );
}
