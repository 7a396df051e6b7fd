import { createContext, use, type ReactNode } from "react";
import { SortHandle, useSortableRow, type SortHandleProps } from "./sort-handle.tsx";
import styles from "./sortable.module.css";

const HandleContext = createContext<SortHandleProps | null>(null);

/** A row of a table in a `SortableArea`. One of its cells contains its `RowHandle`. */
export function SortableTableRow({ row, children }: { row: { id: string }; children: ReactNode }) {
  const { row: props, handle } = useSortableRow(row.id);
  return (
    <tr {...props} className={styles.item}>
      <HandleContext value={handle}>{children}</HandleContext>
    </tr>
  );
}

/** The button that a `SortableTableRow` is dragged by. */
export function RowHandle({ name }: { name: string }) {
  const handle = use(HandleContext);
  return handle && <SortHandle name={name} handle={handle} />;
}
