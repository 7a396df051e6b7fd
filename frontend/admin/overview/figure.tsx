import { useState } from "react";
import { compare, namePeriod } from "./figure-copy.ts";
import styles from "./overview-page.module.css";
import { Plot } from "./plot.tsx";
import type { Range } from "./queries.ts";

/** A figure: what it came to, how that compares, its plot, and the plot as a table. */
export function Figure({
  name,
  about,
  aside,
  range,
  periods,
  figure,
  kind,
  format,
}: {
  name: string;
  /** What is and is not counted. */
  about?: string | undefined;
  /** A word beside the figure. */
  aside?: string | undefined;
  range: Range;
  periods: string[];
  figure: { values: (number | null)[]; total: number; before: number | null };
  /** `flow`: added up over the range; `level`: as it stands. */
  kind: "flow" | "level";
  format: (value: number) => string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const rowOf = (period: string, at: number) => {
    const value = figure.values[at] ?? null;
    return (
      <tr key={period}>
        <th scope="row">{namePeriod(period, "long")}</th>
        <td>{value === null ? "not counted" : format(value)}</td>
      </tr>
    );
  };
  return (
    <section className={styles.figure} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <p>
        <span className={styles.total}>{format(figure.total)}</span>
        {aside && <span className={styles.aside}> {aside}</span>}
      </p>
      <p className={styles.compared}>{compare(figure, { range, kind, format })}</p>
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
            {about && <p>{about}</p>}
            <table aria-label={name}>
              <thead>
                <tr>
                  <th scope="col">{range === "30d" ? "Day (UTC)" : "Month (UTC)"}</th>
                  <th scope="col">{name}</th>
                </tr>
              </thead>
              <tbody>{periods.map(rowOf).toReversed()}</tbody>
            </table>
          </>
        )}
      </details>
    </section>
  );
}
