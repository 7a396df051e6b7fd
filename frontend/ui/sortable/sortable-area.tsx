import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type Modifier,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useRef, type ReactNode } from "react";

/** A finished move: the item, and the positions that it left and took, from 0. */
export type SortMove<Item> = { item: Item; from: number; to: number };

const moveVertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * Lets users change the order of the rows in it, by pointer, touch and keyboard, and announces each step to screen
 * readers. Its rows call `useSortableRow`. It must not be inside of a table, because it renders a live region.
 * @param props.onMove called when an item was dropped at another position
 */
export function SortableArea<Item extends { id: string }>({
  items,
  getName,
  onMove,
  children,
}: {
  items: Item[];
  getName: (item: Item) => string;
  onMove: (move: SortMove<Item>) => void;
  children: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const sensors = useSensors(
    // A few pixels of movement, so that a click on the handle starts nothing.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // Where the item was announced last; null before its start. It takes arrow keys only when dnd-kit has measured the list
  // and reports the item's own position, so its start is announced then.
  const announcedId = useRef<UniqueIdentifier | null>(null);
  const finish = ({ active, over }: DragEndEvent) => {
    const from = items.findIndex(({ id }) => id === active.id);
    const to = items.findIndex(({ id }) => id === over?.id);
    const item = items[from];
    if (item && to !== -1 && to !== from) onMove({ item, from, to });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[moveVertically]}
      accessibility={{
        announcements: {
          ...announce(i18n, items, getName),
          onDragStart: () => {
            announcedId.current = null;
            return undefined;
          },
          onDragOver: (move) => {
            if (!move.over || move.over.id === announcedId.current) return undefined;
            const isStart = announcedId.current === null;
            announcedId.current = move.over.id;
            const sentences = announce(i18n, items, getName);
            return isStart ? sentences.onDragStart(move) : sentences.onDragOver(move);
          },
        },
        screenReaderInstructions: {
          draggable: t`To change the order, press Space, move with the arrow keys, and press Space again. Press Escape to cancel.`,
        },
      }}
      onDragEnd={finish}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** What screen readers say: "Dropped Handbook at position 2 of 5." */
function announce<Item extends { id: string }>(
  i18n: I18n,
  items: Item[],
  getName: (item: Item) => string,
): Announcements {
  const count = items.length;
  const find = (id: unknown) => {
    const index = items.findIndex((each) => each.id === id);
    const item = items[index];
    return { name: item ? getName(item) : "", position: index + 1 };
  };
  return {
    onDragStart({ active }) {
      const { name, position } = find(active.id);
      return i18n._(msg`Picked up ${name}, position ${position} of ${count}.`);
    },
    onDragOver({ active, over }) {
      const { name } = find(active.id);
      const { position } = find(over?.id);
      return over ? i18n._(msg`${name} is at position ${position} of ${count}.`) : undefined;
    },
    onDragEnd({ active, over }) {
      const { name } = find(active.id);
      const { position } = find(over?.id);
      return over ? i18n._(msg`Dropped ${name} at position ${position} of ${count}.`) : undefined;
    },
    onDragCancel({ active }) {
      const { name } = find(active.id);
      return i18n._(msg`Move canceled. ${name} is back in its original position.`);
    },
  };
}
