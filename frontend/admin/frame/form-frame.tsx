import { useEffect, useId, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import fieldStyles from "../../ui/field.module.css";
import { FormError } from "./form-error.tsx";
import styles from "./form-frame.module.css";
import { LeaveGuard } from "./unsaved-changes-guard.tsx";
import type { Form } from "./use-form.ts";
import { useRefusedFocus } from "./use-focus-first-invalid-field.ts";

/** A form with its save bar; it warns before it is left with something unsaved. */
export function FormFrame<Values>({
  form,
  save = "Save",
  isWide = false,
  takesFocus = false,
  onCancel,
  children,
}: {
  form: Form<Values>;
  /** As wide as the page, for what is seen side by side. */
  isWide?: boolean;
  /** What the button says. */
  save?: string;
  /** Somebody has just asked for it: its first field gets the focus. */
  takesFocus?: boolean;
  /** For a form that was opened on the page: closes it. */
  onCancel?: () => void;
  children: ReactNode;
}) {
  const element = useRefusedFocus<HTMLFormElement>(form.refusal);
  useEffect(() => {
    if (takesFocus) element.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [element, takesFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form ref={element} className={styles.form} data-wide={isWide} onSubmit={submit}>
      {children}
      <FormError form={form} />
      <div className={styles.bar} data-idle={!form.isDirty && !form.isSaving && !form.isSaved}>
        <Button type="submit" kind="primary" busy={form.isSaving}>
          {form.isSaving ? "Saving…" : save}
        </Button>
        {onCancel ? (
          <Button kind="plain" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          form.isDirty &&
          !form.isSaving && (
            <Button kind="plain" onClick={form.reset}>
              Discard changes
            </Button>
          )
        )}
        <output>{form.isSaved ? "Saved." : ""}</output>
      </div>
      <LeaveGuard when={form.isDirty} isSaving={form.isSaving} />
    </form>
  );
}

type Common = { label: string; hint?: ReactNode; error?: string | undefined };

/** A label, what is asked for, a hint and the server's objection, tied together for a screen reader. */
function Labeled({
  label,
  hint,
  error,
  children,
}: Common & {
  children: (props: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** One line of text, a number or a date. */
export function TextField({ label, hint, error, ...input }: Common & ComponentProps<"input">) {
  return (
    <Labeled label={label} hint={hint} error={error}>
      {(props) => <input {...input} {...props} className={fieldStyles.input} />}
    </Labeled>
  );
}

/** Several lines. */
export function TextArea({ label, hint, error, ...area }: Common & ComponentProps<"textarea">) {
  return (
    <Labeled label={label} hint={hint} error={error}>
      {(props) => <textarea rows={4} {...area} {...props} className={styles.area} />}
    </Labeled>
  );
}

/** One of a few. */
export function SelectField({
  label,
  hint,
  error,
  options,
  ...select
}: Common & ComponentProps<"select"> & { options: { value: string; label: string }[] }) {
  return (
    <Labeled label={label} hint={hint} error={error}>
      {(props) => (
        <select {...select} {...props} className={fieldStyles.input}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  );
}

/** Yes or no. */
export function CheckField({
  label,
  hint,
  error,
  ...input
}: Common & Omit<ComponentProps<"input">, "type">) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.check}>
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
