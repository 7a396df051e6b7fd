import { useId, type ComponentProps } from "react";
import styles from "./field.module.css";

/** A labeled text input; `error` is read out with it. */
export function Field({
  label,
  error,
  ...input
}: ComponentProps<"input"> & { label: string; error?: string | undefined }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
