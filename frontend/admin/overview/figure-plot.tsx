import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";
import { formatPeriod } from "./figure-copy.ts";
import styles from "./figures.module.css";
import type { PlotProps } from "./plot.tsx";

/** Loaded after the figures: the scales and shapes are large. */
const Plot = lazy(() => import("./plot.tsx"));

/** A plot of a figure, and its values as a table. */
export function FigurePlot(props: PlotProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const { label, periods, values, previous, format } = props;
  const show = (value: number | null | undefined) => (value == null ? t`No data` : format(value));
  return (
    <div className={styles.plot}>
      <Suspense fallback={<Skeleton width="100%" height="14.5rem" />}>
        <Plot {...props} />
      </Suspense>
      <details className={styles.values} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{t`View as table`}</summary>
        {isOpen && (
          <table aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{periods[0]?.length === 7 ? t`Month (UTC)` : t`Day (UTC)`}</th>
                <th scope="col">{t`Value`}</th>
                {previous && <th scope="col">{t`Comparison`}</th>}
              </tr>
            </thead>
            <tbody>
              {periods
                .map((period, index) => (
                  <tr key={period}>
                    <th scope="row">{formatPeriod(i18n, period, "long")}</th>
                    <td>{show(values[index])}</td>
                    {previous && (
                      <td>{index < previous.values.length ? show(previous.values[index]) : ""}</td>
                    )}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        )}
      </details>
    </div>
  );
}
