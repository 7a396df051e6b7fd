import { useEffect, useState } from "react";
import { useSettled } from "../../ui/use-debounced-value.ts";

/** What was typed and not saved, kept in this browser. `keptAt` in unix milliseconds. */
export type Draft<Values> = { values: Values; keptAt: number };

type Keep = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const nameOf = (id: string) => `page-draft:${id}`;

export function readDraft<Values>(keep: Keep, id: string): Draft<Values> | null {
  try {
    const text = keep.getItem(nameOf(id));
    return text === null ? null : (JSON.parse(text) as Draft<Values>);
  } catch {
    // No storage, or another program's text in it: then there is no draft.
    return null;
  }
}

export function writeDraft<Values>(keep: Keep, id: string, draft: Draft<Values> | null): void {
  try {
    if (draft === null) keep.removeItem(nameOf(id));
    else keep.setItem(nameOf(id), JSON.stringify(draft));
  } catch {
    // Full or forbidden: typing goes on, only a crash would lose it.
  }
}

/**
 * Keeps what is typed until it is saved, so that a crash loses nothing.
 * @returns what an earlier visit left, until it is taken up or thrown away; and a way to do that
 */
export function useDraft<Values extends { updatedAt: number }>(
  id: string,
  values: Values,
  isDirty: boolean,
): { left: Draft<Values> | null; settle: () => void } {
  const [left, setLeft] = useState(() => {
    const draft = readDraft<Values>(localStorage, id);
    return draft && textIn(draft.values) !== textIn(values) ? draft : null;
  });
  const settled = useSettled(values);
  useEffect(() => {
    // What an earlier visit left stays until somebody decides.
    if (left) return;
    writeDraft(localStorage, id, isDirty ? { values: settled, keptAt: Date.now() } : null);
  }, [id, settled, isDirty, left]);
  return { left, settle: () => setLeft(null) };
}

const textIn = ({ updatedAt: _updatedAt, ...text }: { updatedAt: number }) => JSON.stringify(text);
