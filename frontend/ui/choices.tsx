import styles from "./choices.module.css";

/** One option. `main` is shown in the largest type, e.g. a price. */
export type Choice = {
  value: string;
  name: string;
  main: string;
  detail?: string | undefined;
  /** Why it is marked and cannot be chosen, e.g. "Your plan". */
  mark?: string | undefined;
};

/**
 * Radio buttons that show a few options side by side. Only screen readers get the legend.
 * @param props.name the field that a form sends
 */
export function Choices({
  legend,
  name = legend,
  choices,
  selected,
  onSelect,
}: {
  legend: string;
  name?: string | undefined;
  choices: Choice[];
  selected: string;
  onSelect: (value: string) => void;
}) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map(({ value, name: label, main, detail, mark }) => (
        <label key={value} className={styles.choice} data-marked={mark !== undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === selected}
            disabled={mark !== undefined}
            onChange={() => onSelect(value)}
          />
          <span className={styles.name}>{label}</span>
          <span className={styles.main}>{main}</span>
          {detail && <span className={styles.detail}>{detail}</span>}
          {mark && <span className={styles.mark}>{mark}</span>}
        </label>
      ))}
    </fieldset>
  );
}
