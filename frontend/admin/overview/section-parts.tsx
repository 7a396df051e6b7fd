import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { ExportButton } from "../list/export-button.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { describeChange } from "./figure-copy.ts";
import { Definition, type Figure } from "./figure-table.tsx";
import styles from "./figures.module.css";
import shapes from "../frame/shapes.module.css";
import { parseRange } from "./range.ts";

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
