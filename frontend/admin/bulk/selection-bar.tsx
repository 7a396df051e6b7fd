import { Plural, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
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
  loadRest,
  actions,
  getName,
  onDone,
}: {
  selection: Selection<Row>;
  /** How many rows are loaded. */
  shownCount: number;
  /** Loads the rows that match and are not loaded yet; undefined if all are. `isMore`: there are too many to choose. */
  loadRest: (() => Promise<{ rows: Row[]; isMore: boolean }>) | undefined;
  actions: BulkAction<Row>[];
  /** How a row is called in the list of results. */
  getName: (row: Row) => string;
  /** Called when rows were changed. */
  onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  const [running, setRunning] = useState<{ action: BulkAction<Row>; rows: Row[] } | null>(null);
  const { rows } = selection;
  const rest = useMutation({
    mutationFn: () => loadRest?.() ?? Promise.resolve({ rows: [], isMore: false }),
    onSuccess: (loaded) => selection.add(loaded.rows),
  });
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
          {count === shownCount && loadRest && (
            <Button kind="plain" busy={rest.isPending} onClick={() => rest.mutate()}>
              {rest.isPending ? t`Loading…` : t`Select all that match`}
            </Button>
          )}
          {rest.data?.isMore && (
            <p className={styles.count}>{t`The first ${rest.data.rows.length} are selected.`}</p>
          )}
          {rest.isError && <p role="alert">{t`Couldn’t load more. Try again.`}</p>}
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
