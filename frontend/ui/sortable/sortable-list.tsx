import { arrayMove } from "@dnd-kit/sortable";
import { useState, type ReactNode } from "react";
import { SortHandle, useSortableRow } from "./sort-handle.tsx";
import { SortableArea, type SortMove } from "./sortable-area.tsx";
import styles from "./sortable.module.css";

/**
 * A list whose order users can change by dragging the handle of a row, or with the keyboard.
 * @param props.label the name of the list
 * @param props.onMove saves the new order. The row stays where it was dropped until the promise settles; by then,
 *   `items` should be in the saved order. After an error it goes back.
 * @param props.children renders a row. `handle` is the button that the row is dragged by.
 */
export function SortableList<Item extends { id: string }>({
  label,
  items,
  getName,
  onMove,
  className,
  children,
}: {
  label: string;
  items: Item[];
  getName: (item: Item) => string;
  onMove: (move: SortMove<Item> & { items: Item[] }) => Promise<unknown>;
  className?: string;
  children: (item: Item, handle: ReactNode) => ReactNode;
}) {
  const [pendingIds, setPendingIds] = useState<string[] | null>(null);
  const shown = pendingIds
    ? items.toSorted((a, b) => pendingIds.indexOf(a.id) - pendingIds.indexOf(b.id))
    : items;
  const move = (moved: SortMove<Item>) => {
    const sorted = arrayMove(shown, moved.from, moved.to);
    const ids = sorted.map(({ id }) => id);
    setPendingIds(ids);
    const show = () => setPendingIds((current) => (current === ids ? null : current));
    onMove({ ...moved, items: sorted }).then(show, show);
  };
  return (
    <SortableArea items={shown} getName={getName} onMove={move}>
      <ol className={className} aria-label={label}>
        {shown.map((item) => (
          <SortableItem key={item.id} id={item.id} name={getName(item)}>
            {(handle) => children(item, handle)}
          </SortableItem>
        ))}
      </ol>
    </SortableArea>
  );
}

function SortableItem({
  id,
  name,
  children,
}: {
  id: string;
  name: string;
  children: (handle: ReactNode) => ReactNode;
}) {
  const { row, handle } = useSortableRow(id);
  return (
    <li {...row} className={styles.item} aria-label={name}>
      {children(<SortHandle name={name} handle={handle} />)}
    </li>
  );
}
