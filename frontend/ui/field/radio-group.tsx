import { useId } from "react";
import styles from "./field.module.css";

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
