import { useId, type ComponentProps, type ReactNode } from "react";
import { useOwnMessage } from "./use-own-message.ts";
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

/** A labeled input for one line of text, a number or a date. */
export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<"input">) {
  const own = useOwnMessage(error);
  return (
    <LabeledField label={label} hint={hint} error={own.error}>
      {(props) => (
        <input
          dir={input.type === "number" ? undefined : "auto"}
          {...input}
          {...props}
          {...own.events}
          className={styles.input}
        />
      )}
    </LabeledField>
  );
}

/** A labeled input for several lines of text. It grows with its content. */
export function TextArea({ label, hint, error, ...area }: FieldProps & ComponentProps<"textarea">) {
  const own = useOwnMessage(error);
  return (
    <LabeledField label={label} hint={hint} error={own.error}>
      {(props) => (
        <textarea
          rows={4}
          dir="auto"
          {...area}
          {...props}
          {...own.events}
          className={styles.area}
        />
      )}
    </LabeledField>
  );
}

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

/** A choice of one option, each with a hint. */
export function RadioGroup<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string;
  options: { value: Value; label: string; hint: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <div key={option.value} className={styles.checkbox}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-describedby={`${id}-${option.value}-hint`}
            onChange={() => onChange(option.value)}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
          <p id={`${id}-${option.value}-hint`} className={styles.hint}>
            {option.hint}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

/** Places fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
