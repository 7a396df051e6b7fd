import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { CSSProperties } from "react";

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
