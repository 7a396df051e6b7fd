import { useLingui } from "@lingui/react/macro";
import styles from "./bulk.module.css";
import { useRef, useState } from "react";

/** The checkbox that chooses all loaded rows. */
export function SelectAllBox<Row extends { id: string }>({
  selection,
  rows,
}: {
  selection: Selection<Row>;
  rows: Row[];
}) {
  const { t } = useLingui();
  const chosen = rows.filter(({ id }) => selection.has(id)).length;
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={t`Select all rows`}
        checked={chosen > 0 && chosen === rows.length}
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && chosen < rows.length;
        }}
        onChange={selection.toggleAll}
      />
    </label>
  );
}

/** The checkbox of a row. With Shift, it chooses all rows from the last one that was chosen. */
export function SelectRowBox<Row extends { id: string }>({
  selection,
  row,
  getName,
}: {
  selection: Selection<Row>;
  row: Row;
  getName: (row: Row) => string;
}) {
  const { t } = useLingui();
  const name = getName(row);
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={t`Select ${name}`}
        checked={selection.has(row.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

/** The chosen rows of a list. They stay chosen while further rows are loaded, and not when the filters change. */
export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;

/**
 * Returns which rows of a list are chosen.
 * @param shownRows the rows that are loaded and can be chosen, in order
 * @param filterKey changes with the filters
 */
export function useSelection<Row extends { id: string }>(shownRows: Row[], filterKey: string) {
  const [state, setState] = useState({ filterKey, chosen: new Map<string, Row>() });
  const chosen = state.filterKey === filterKey ? state.chosen : new Map<string, Row>();
  const lastId = useRef<string | null>(null);
  const change = (apply: (chosen: Map<string, Row>) => void) => {
    const next = new Map(chosen);
    apply(next);
    setState({ filterKey, chosen: next });
  };
  return {
    rows: [...chosen.values()],
    has: (id: string) => chosen.has(id),
    /** Chooses or drops a row; with `isRange`, all rows from the last one that was changed to this one. */
    toggle: (row: Row, isRange: boolean) =>
      change((next) => {
        const [from, to] = [lastId.current, row.id]
          .map((id) => shownRows.findIndex((each) => each.id === id))
          .toSorted((a, b) => a - b) as [number, number];
        const range = isRange && from !== -1 ? shownRows.slice(from, to + 1) : [row];
        const isChosen = !chosen.has(row.id);
        for (const each of range)
          if (isChosen) next.set(each.id, each);
          else next.delete(each.id);
        lastId.current = row.id;
      }),
    /** Chooses all rows, or drops them if all are chosen. */
    toggleAll: () =>
      change((next) => {
        const isAll = shownRows.every(({ id }) => chosen.has(id));
        for (const row of shownRows)
          if (isAll) next.delete(row.id);
          else next.set(row.id, row);
      }),
    /** Chooses further rows, also those that are not loaded. */
    add: (rows: Row[]) => change((next) => rows.forEach((row) => next.set(row.id, row))),
    drop: (ids: string[]) => change((next) => ids.forEach((id) => next.delete(id))),
    clear: () => change((next) => next.clear()),
  };
}
