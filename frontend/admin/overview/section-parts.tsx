import { useLingui } from "@lingui/react/macro";
import { type ReactNode, lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import { ExportButton } from "../list/export-button.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { formatPeriod } from "./figure-copy.ts";
import styles from "./figures.module.css";
import { parseRange } from "./range.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { PlotProps } from "./plot.tsx";

/** A part of the overview under a heading, which opens it on phones: there, all parts would be ten screens. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(() => matchMedia("(width >= 44rem)").matches);
  return (
    <section className={styles.section} aria-label={title}>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <h2>{title}</h2>
        </summary>
        {isOpen && (
          <div className={styles.part}>
            {actions}
            {children}
          </div>
        )}
      </details>
    </section>
  );
}

/** Downloads the figures by day or month. Only admins may export. */
export function Exports() {
  const [params] = useSearchParams();
  const isAdmin = useIsAdmin();
  if (!isAdmin) return null;
  const query = new URLSearchParams(parseRange(params) as Record<string, string>);
  return (
    <div className={styles.exports}>
      <ExportButton path="overview" href={`/api/admin/overview/export?${query}`} />
    </div>
  );
}

/** Loaded after the figures: the scales and shapes are large. */
const Plot = lazy(() => import("./plot.tsx"));

/** A plot, and its place while it is loading. */
export function LazyPlot(props: PlotProps) {
  const isSmall = props.size === "small";
  return (
    <Suspense
      fallback={
        <div className={styles.plot}>
          <p className={styles.note}>{props.note ?? "\u00A0"}</p>
          <Skeleton width="100%" height={isSmall ? "4rem" : "13rem"} />
        </div>
      }
    >
      <Plot {...props} />
    </Suspense>
  );
}

/** A plot of a figure, and its values as a table. */
export function FigurePlot(props: PlotProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const { label, periods, values, previous, format } = props;
  const show = (value: number | null | undefined) => (value == null ? t`No data` : format(value));
  return (
    <div className={styles.plot}>
      <LazyPlot {...props} />
      <details className={styles.values} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{t`View as table`}</summary>
        {isOpen && (
          <table aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{periods[0]?.length === 7 ? t`Month` : t`Day`}</th>
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
