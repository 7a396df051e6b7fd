import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import { ExportButton } from "../list/export-button.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { describeChange, formatPeriod } from "./figure-copy.ts";
import { Definition, type Figure } from "./figure-table.tsx";
import styles from "./figures.module.css";
import shapes from "../frame/shapes.module.css";
import { parseRange } from "./range.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { PlotProps } from "./plot.tsx";

/** A figure above its plot. */
export function Headline({ figure, isCompared }: { figure: Figure; isCompared: boolean }) {
  const { i18n } = useLingui();
  const { info, value, format } = figure;
  return (
    <div className={styles.headline}>
      <h2 className={styles.name}>{i18n._(info.name)}</h2>
      <p className={styles.number}>{value === null ? "–" : format(value)}</p>
      {isCompared && (
        <p className={shapes.soft}>
          <Comparison figure={figure} />
        </p>
      )}
      <Definition info={{ ...info, name: msg`What is this?` }} />
    </div>
  );
}

function Comparison({ figure: { value, before, format } }: { figure: Figure }) {
  const { t, i18n } = useLingui();
  if (before === null) return null;
  const previous = format(before);
  if (value === before) return t`No change from ${previous}`;
  const change = describeChange(i18n, value, before);
  return change === "" ? t`Compared to ${previous}` : t`${change} compared to ${previous}`;
}

/** A part of the overview under a heading. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Downloads the figures by day or month. Only admins may export. */
export function Exports() {
  const [params] = useSearchParams();
  const isAdmin = useIsAdmin();
  if (!isAdmin) return null;
  const query = new URLSearchParams(parseRange(params) as Record<string, string>);
  return <ExportButton path="overview" href={`/api/admin/overview/export?${query}`} />;
}

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
