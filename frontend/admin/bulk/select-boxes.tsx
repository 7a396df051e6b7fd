import { useLingui } from "@lingui/react/macro";
import styles from "./bulk.module.css";
import type { Selection } from "./use-selection.ts";

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
