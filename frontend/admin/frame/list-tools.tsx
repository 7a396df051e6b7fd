import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { DateRange } from "./date-range.tsx";
import { ExportButton } from "./export-button.tsx";
import { showLabel } from "./label.ts";
import type { Filter } from "./list.tsx";
import styles from "./list.module.css";

/** The search, filters, days and export of a list. */
export function ListTools({
  label,
  values,
  onChange,
  search,
  filters,
  dates,
  csvHref,
}: {
  label: string;
  /** The current search and filters, by parameter. */
  values: Record<string, string>;
  onChange: (changes: Record<string, string>) => void;
  search: string | undefined;
  filters: Filter[];
  dates: string | undefined;
  csvHref: string | undefined;
}) {
  const { i18n } = useLingui();
  return (
    <search className={styles.tools} aria-label={label}>
      {search !== undefined && (
        <Search
          hint={search}
          value={values["search"] ?? ""}
          onSearch={(text) => onChange({ search: text })}
        />
      )}
      {filters.map((filter) => (
        <label key={filter.name} className={styles.filter}>
          <span>{showLabel(i18n, filter.label)}</span>
          <select
            value={values[filter.name] ?? ""}
            onChange={(event) => onChange({ [filter.name]: event.target.value })}
          >
            {filter.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {showLabel(i18n, label)}
              </option>
            ))}
          </select>
        </label>
      ))}
      {dates !== undefined && <DateRange label={dates} values={values} onChange={onChange} />}
      {csvHref !== undefined && (
        <ExportButton path={csvHref} href={`${csvHref}?${new URLSearchParams(values)}`} />
      )}
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
