import { useLingui } from "@lingui/react/macro";
import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { CSSProperties } from "react";
import styles from "./sortable.module.css";

/** The button that a row is dragged by. Space picks the row up, too. */
export function SortHandle({ name, handle }: { name: string; handle: SortHandleProps }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.handle} aria-label={t`Move ${name}`} {...handle}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M6 3.5v.01M6 8v.01M6 12.5v.01M10 3.5v.01M10 8v.01M10 12.5v.01" />
      </svg>
    </button>
  );
}

/**
 * Makes an element a row of `SortableArea`.
 * @returns `row`, the props of the row's element, and `handle`, for its `SortHandle`
 */
export function useSortableRow(id: string) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id });
  const style: CSSProperties = { transform: CSS.Translate.toString(transform), transition };
  return {
    row: { ref: setNodeRef, style, "data-dragging": isDragging },
    handle: {
      ref: setActivatorNodeRef,
      "aria-describedby": attributes["aria-describedby"],
      ...listeners,
    },
  };
}

/** The props for a row's `SortHandle`. */
export type SortHandleProps = ReturnType<typeof useSortableRow>["handle"];
