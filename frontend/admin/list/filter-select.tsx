import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { translateLabel, type Label } from "../frame/label.tsx";
import styles from "./list.module.css";

type Props = {
  label: Label;
  value: string;
  /** The first one is the default, with the value "". */
  options: { value: string; label: Label }[];
  onChange: (value: string) => void;
};

/** Nobody looks through more options than these. */
const MAX_LISTED = 30;

/** A small choice with its name above it, which takes effect at once. Of many options, one is searched by its name. */
export function FilterSelect(props: Props) {
  const { label, value, options, onChange } = props;
  const { i18n } = useLingui();
  if (options.length > MAX_LISTED) return <FilterSearch {...props} />;
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

/** Chooses an option by typing a part of its name. The browser lists those that contain it. */
function FilterSearch({ label, value, options, onChange }: Props) {
  const { i18n } = useLingui();
  const listId = useId();
  const [first, ...rest] = options.map((option) => ({
    value: option.value,
    name: translateLabel(i18n, option.label),
  }));
  const names = nameApart(rest);
  const chosen = names.find((option) => option.value === value)?.name ?? "";
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    const found = names.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
    if (found) onChange(found.value);
    else if (typed === "") onChange("");
  };
  return (
    <label className={styles.filter}>
      <span>{translateLabel(i18n, label)}</span>
      <input
        type="search"
        list={listId}
        placeholder={first?.name}
        value={text ?? chosen}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setText(null)}
      />
      <datalist id={listId}>
        {names.map((option) => (
          <option key={option.value}>{option.name}</option>
        ))}
      </datalist>
    </label>
  );
}

/** Adds the end of their ids to options with the same name. */
function nameApart(options: { value: string; name: string }[]): typeof options {
  const counts = Map.groupBy(options, ({ name }) => name);
  return options.map(({ value, name }) => ({
    value,
    name: counts.get(name)!.length > 1 ? `${name} (${value.slice(-4)})` : name,
  }));
}
