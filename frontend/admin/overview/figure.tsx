import { useState } from "react";
import { describeComparison, formatPeriod } from "./figure-copy.ts";
import styles from "./overview-page.module.css";
import { Plot } from "./plot.tsx";
import type { Range } from "./queries.ts";

/** A figure with its total, comparison, plot, and a table of its values. */
export function Figure({
  name,
  description,
  note,
  range,
  periods,
  figure,
  kind,
  format,
}: {
  name: string;
  /** What the figure includes and excludes. */
  description?: string | undefined;
  /** A short note next to the figure. */
  note?: string | undefined;
  range: Range;
  periods: string[];
  figure: { values: (number | null)[]; total: number; before: number | null };
  /** `flow`: a sum over the range; `level`: the current value. */
  kind: "flow" | "level";
  format: (value: number) => string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const renderRow = (period: string, index: number) => {
    const value = figure.values[index] ?? null;
    return (
      <tr key={period}>
        <th scope="row">{formatPeriod(period, "long")}</th>
        <td>{value === null ? "not counted" : format(value)}</td>
      </tr>
    );
  };
  return (
    <section className={styles.figure} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <p>
        <span className={styles.total}>{format(figure.total)}</span>
        {note && <span className={styles.aside}> {note}</span>}
      </p>
      <p className={styles.compared}>{describeComparison(figure, { range, kind, format })}</p>
      <Plot
        label={`${name} by ${range === "30d" ? "day" : "month"}`}
        periods={periods}
        values={figure.values}
        shape={kind === "flow" ? "bars" : "steps"}
        format={format}
      />
      <details className={styles.table} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>As a table</summary>
        {isOpen && (
          <>
            {description && <p>{description}</p>}
            <table aria-label={name}>
              <thead>
                <tr>
                  <th scope="col">{range === "30d" ? "Day (UTC)" : "Month (UTC)"}</th>
                  <th scope="col">{name}</th>
                </tr>
              </thead>
              <tbody>{periods.map(renderRow).toReversed()}</tbody>
            </table>
          </>
        )}
      </details>
    </section>
  );
}
