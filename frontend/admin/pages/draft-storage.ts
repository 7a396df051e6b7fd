import { useEffect, useState } from "react";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";

/** Unsaved text that is stored in this browser. `keptAt` is in unix milliseconds. */
export type Draft<Values> = { values: Values; keptAt: number };

type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const getStorageKey = (id: string) => `page-draft:${id}`;

export function readDraft<Values>(storage: DraftStorage, id: string): Draft<Values> | null {
  try {
    const text = storage.getItem(getStorageKey(id));
    return text === null ? null : (JSON.parse(text) as Draft<Values>);
  } catch {
    // Storage is unavailable or contains invalid data, so there is no draft.
    return null;
  }
}

export function writeDraft<Values>(
  storage: DraftStorage,
  id: string,
  draft: Draft<Values> | null,
): void {
  try {
    if (draft === null) storage.removeItem(getStorageKey(id));
    else storage.setItem(getStorageKey(id), JSON.stringify(draft));
  } catch {
    // Storage is full or disabled. The user can keep typing; only a crash would lose the text.
  }
}

/**
 * Stores unsaved text in this browser until it is saved, so that it survives a crash.
 * @returns the draft from an earlier visit until it is dismissed, and a function that dismisses it
 */
export function useDraft<Values extends { updatedAt: number }>(
  id: string,
  values: Values,
  isDirty: boolean,
): { recoveredDraft: Draft<Values> | null; dismiss: () => void } {
  const [recoveredDraft, setRecoveredDraft] = useState(() => {
    const draft = readDraft<Values>(localStorage, id);
    return draft && serializeText(draft.values) !== serializeText(values) ? draft : null;
  });
  const debouncedValues = useDebouncedValue(values);
  useEffect(() => {
    // Don't overwrite the earlier draft until the user decides what to do with it.
    if (recoveredDraft) return;
    writeDraft(localStorage, id, isDirty ? { values: debouncedValues, keptAt: Date.now() } : null);
  }, [id, debouncedValues, isDirty, recoveredDraft]);
  return { recoveredDraft, dismiss: () => setRecoveredDraft(null) };
}

const serializeText = ({ updatedAt: _updatedAt, ...text }: { updatedAt: number }) =>
  JSON.stringify(text);
