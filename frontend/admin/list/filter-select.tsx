import { useLingui } from "@lingui/react/macro";
import { translateLabel, type Label } from "../frame/label.tsx";
import styles from "./list.module.css";

/** A small choice with its name above it, which takes effect at once. */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
}: {
  label: Label;
  value: string;
  options: { value: string; label: Label }[];
  onChange: (value: string) => void;
}) {
  const { i18n } = useLingui();
  return (
    <label className={styles.filter}>
      <span>{translateLabel(i18n, label)}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {translateLabel(i18n, option.label)}
          </option>
        ))}
      </select>
    </label>
  );
}
