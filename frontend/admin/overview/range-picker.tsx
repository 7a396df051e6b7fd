import { useLingui } from "@lingui/react/macro";
import { useId, useState, type FormEvent } from "react";
import { useSearchParams } from "wouter";
import { FilterSelect, toOptions } from "../list/filter-select.tsx";
import { Button } from "../../ui/button.tsx";
import { comparisonNames, parseRange, presetNames, withParams } from "./range.ts";
import styles from "./range-picker.module.css";

/** Chooses the days, what they are compared with, and the currency. All of it is in the URL. */
export function RangePicker({
  currencies,
  currency,
  today,
}: {
  /** With one currency there is nothing to choose. */
  currencies: string[];
  currency: string;
  today: string;
}) {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const range = parseRange(params);
  const isCustom = range.from !== undefined;
  const [isChoosingDays, setIsChoosingDays] = useState(isCustom);
  const set = (changes: Record<string, string | null>) =>
    setParams((before) => withParams(before, changes), { replace: true });
  const onPreset = (value: string) => {
    setIsChoosingDays(value === "custom");
    if (value !== "custom") set({ range: value === "30d" ? null : value, from: null, to: null });
  };
  return (
    <div className={styles.picker}>
      <FilterSelect
        label={t`Date range`}
        value={isChoosingDays ? "custom" : (range.range ?? "30d")}
        options={[...toOptions(presetNames), { value: "custom", label: t`Custom range` }]}
        onChange={onPreset}
      />
      {isChoosingDays && (
        <DaysForm from={range.from ?? ""} to={range.to ?? today} today={today} onSubmit={set} />
      )}
      <FilterSelect
        label={t`Compare with`}
        value={range.compare ?? "previous"}
        options={toOptions(comparisonNames)}
        onChange={(value) => set({ compare: value === "previous" ? null : value })}
      />
      {currencies.length > 1 && (
        <FilterSelect
          label={t`Currency`}
          value={currency}
          options={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
          onChange={(value) => set({ currency: value })}
        />
      )}
    </div>
  );
}

function DaysForm({
  from,
  to,
  today,
  onSubmit,
}: {
  from: string;
  to: string;
  today: string;
  onSubmit: (days: { from: string; to: string; range: null }) => void;
}) {
  const { t } = useLingui();
  const errorId = useId();
  const [days, setDays] = useState({ from, to });
  const [error, setError] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (days.from === "" || days.to === "") return setError(t`Choose a start and an end date.`);
    if (days.from > days.to) return setError(t`The start date must be before the end date.`);
    setError("");
    return onSubmit({ ...days, range: null });
  };
  return (
    <form className={styles.days} onSubmit={submit}>
      {(["from", "to"] as const).map((name) => (
        <label key={name}>
          <span>{name === "from" ? t`From` : t`To`}</span>
          <input
            type="date"
            value={days[name]}
            max={today}
            aria-invalid={error !== "" || undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={({ target: { value } }) => setDays({ ...days, [name]: value })}
          />
        </label>
      ))}
      <Button type="submit">{t`Apply`}</Button>
      {error && (
        <p id={errorId} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
