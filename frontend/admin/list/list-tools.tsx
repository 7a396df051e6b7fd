import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { FilterSelect } from "./filter-select.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { toOptions, type Label } from "../frame/label.tsx";
import styles from "./list.module.css";
import { findPreset, getPresetDays, presetLabels, type Preset } from "./date-range-presets.ts";

/** A filter, or with the name `sort` the order. `name` is the query parameter. */
export type Filter = {
  name: string;
  label: Label;
  /** The first option is the default, with the value "". */
  options: { value: string; label: Label }[];
};

/** The search, filters and days of a list, in one line. */
export function ListTools({
  label,
  values,
  onChange,
  search,
  filters,
  dates,
}: {
  label: string;
  /** The current search and filters, by parameter. */
  values: Record<string, string>;
  onChange: (changes: Record<string, string>) => void;
  search: string | undefined;
  filters: Filter[];
  dates: string | undefined;
}) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const chosenCount = Object.keys(values).filter((name) => name !== "search").length;
  const hasFilters = filters.length > 0 || dates !== undefined;
  return (
    <search className={styles.tools} aria-label={label} data-open={isOpen}>
      {search !== undefined && (
        <Search
          hint={search}
          value={values["search"] ?? ""}
          onSearch={(text) => onChange({ search: text })}
        />
      )}
      {hasFilters && (
        // Only on phones, where the filters would push the rows off the screen.
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {chosenCount === 0 ? t`Filters` : t`Filters (${chosenCount})`}
        </button>
      )}
      {filters.map((filter) => (
        <FilterSelect
          key={filter.name}
          label={filter.label}
          value={values[filter.name] ?? ""}
          options={filter.options}
          onChange={(value) => onChange({ [filter.name]: value })}
        />
      ))}
      {dates !== undefined && <DateRange label={dates} values={values} onChange={onChange} />}
    </search>
  );
}

/** A search input that searches when the typing pauses. */
function Search({
  hint,
  value,
  onSearch,
}: {
  hint: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  // A view or "Show all" has changed the search.
  if (value !== shownValue) {
    setShownValue(value);
    if (value !== text.trim()) setText(value);
  }
  const debouncedText = useDebouncedValue(text.trim());
  useEffect(() => {
    if (debouncedText !== value) onSearch(debouncedText);
    // Only typing starts a search, not a change of the URL.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [debouncedText]);
  return (
    <label className={styles.search}>
      <VisuallyHidden>{t`Search`}</VisuallyHidden>
      <input
        type="search"
        placeholder={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** Filters a list by UTC days: common ranges, or a first and a last day. */
function DateRange({
  label,
  values,
  onChange,
}: {
  /** What happened on these days, e.g. "Created". */
  label: string;
  values: Record<string, string>;
  onChange: (changes: { from: string; to: string }) => void;
}) {
  const { t } = useLingui();
  const [now] = useState(() => Date.now());
  const days = { from: values["from"] ?? "", to: values["to"] ?? "" };
  const current = findPreset(days, now);
  const [isCustom, setIsCustom] = useState(false);
  const shown = isCustom ? "custom" : current;
  const choose = (value: string) => {
    setIsCustom(value === "custom");
    if (value !== "custom")
      onChange(value === "" ? { from: "", to: "" } : getPresetDays(value as Preset, now));
  };
  return (
    <>
      <FilterSelect
        label={label}
        value={shown}
        options={toOptions({ "": t`Any time`, ...presetLabels, custom: t`Custom range` })}
        onChange={choose}
      />
      {shown === "custom" && (
        <>
          <DayInput
            label={t({ message: "From", comment: "The first day of a range" })}
            value={days.from}
            onChange={(from) => onChange({ ...days, from })}
          />
          <DayInput
            label={t({ message: "To", comment: "The last day of a range" })}
            value={days.to}
            onChange={(to) => onChange({ ...days, to })}
          />
        </>
      )}
    </>
  );
}

function DayInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const { t } = useLingui();
  return (
    <label className={styles.filter}>
      <span>{label}</span>
      <input
        type="date"
        title={t`Days are in UTC.`}
        max="9999-12-31"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
