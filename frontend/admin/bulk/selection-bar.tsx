import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { translateLabel, type Label } from "../frame/label.tsx";
import type { BulkAction } from "./run-bulk.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import styles from "./bulk.module.css";
import type { Selection } from "./selection.tsx";

/** A bar at the bottom of a list with what can be done to the chosen rows. */
export function SelectionBar<Row extends { id: string }>({
  selection,
  shownCount,
  actions,
  getName,
  onDone,
}: {
  selection: Selection<Row>;
  /** How many rows are loaded. */
  shownCount: number;
  actions: BulkAction<Row>[];
  /** How a row is called in the list of results. */
  getName: (row: Row) => string;
  /** Called when rows were changed. */
  onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  const [running, setRunning] = useState<{ action: BulkAction<Row>; rows: Row[] } | null>(null);
  const { rows } = selection;
  const count = rows.length;
  return (
    <>
      {count > 0 && (
        <div role="toolbar" aria-label={t`Selected rows`} className={styles.bar}>
          <p className={styles.count}>{t`${count} selected`}</p>
          {count < shownCount && (
            <Button kind="plain" onClick={selection.toggleAll}>
              <Plural value={shownCount} one="Select # row" other="Select all # rows" />
            </Button>
          )}
          <Button kind="plain" onClick={selection.clear}>
            {t`Clear selection`}
          </Button>
          <div className={styles.actions}>
            {actions.map((action) => {
              const label = translateLabel(i18n, action.label);
              const refusal = getRefusalOfAll(action, rows);
              return (
                <Button
                  key={label}
                  kind={action.isDangerous ? "danger" : "secondary"}
                  disabledReason={refusal && translateLabel(i18n, refusal)}
                  onClick={() => setRunning({ action, rows })}
                >
                  {label}
                </Button>
              );
            })}
          </div>
        </div>
      )}
      {running && (
        <BulkDialog
          action={running.action}
          rows={running.rows}
          getName={getName}
          onClose={(doneIds) => {
            setRunning(null);
            if (doneIds.length === 0) return;
            selection.drop(doneIds);
            onDone();
          }}
        />
      )}
    </>
  );
}

/** Returns why an action can be done to none of the rows, or undefined. */
function getRefusalOfAll<Row>({ getRefusal }: BulkAction<Row>, rows: Row[]): Label | undefined {
  const refusals = rows.map((row) => getRefusal?.(row) ?? null);
  return refusals.every((refusal) => refusal !== null) ? (refusals[0] ?? undefined) : undefined;
}
