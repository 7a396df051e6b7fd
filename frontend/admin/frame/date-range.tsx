import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { findPreset, getPresetDays, presetLabels, type Preset } from "./date-range-presets.ts";
import styles from "./list.module.css";

/** Filters a list by UTC days: common ranges, or a first and a last day. */
export function DateRange({
  label,
  values,
  onChange,
}: {
  /** What happened on these days, e.g. "Created". */
  label: string;
  values: Record<string, string>;
  onChange: (changes: { from: string; to: string }) => void;
}) {
  const { t, i18n } = useLingui();
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
      <label className={styles.filter}>
        <span>{label}</span>
        <select value={shown} onChange={(event) => choose(event.target.value)}>
          <option value="">{t`Any time`}</option>
          {Object.entries(presetLabels).map(([value, name]) => (
            <option key={value} value={value}>
              {i18n._(name)}
            </option>
          ))}
          <option value="custom">{t`Custom range`}</option>
        </select>
      </label>
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
