import { useEffect, useState } from "react";
import { getDraftKey } from "../../http/browser-drafts.ts";
import { useUser } from "../../http/session.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";

/** Unsaved text that is stored in this browser. `keptAt` is in unix milliseconds. */
export type Draft<Values> = { values: Values; keptAt: number };

type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @param key from `getDraftKey` */
export function readDraft<Values>(storage: DraftStorage, key: string): Draft<Values> | null {
  try {
    const text = storage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Draft<Values>);
  } catch {
    // Storage is unavailable or contains invalid data, so there is no draft.
    return null;
  }
}

/** @param key from `getDraftKey` */
export function writeDraft<Values>(
  storage: DraftStorage,
  key: string,
  draft: Draft<Values> | null,
): void {
  try {
    if (draft === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or disabled. The user can keep typing; only a crash would lose the text.
  }
}

/**
 * Stores unsaved text in this browser until it is saved, with what it began from, so that it survives a crash. It ends
 * with the session.
 * @returns the draft from an earlier visit until it is dismissed, and a function that dismisses it
 */
export function useDraft<Values extends { updatedAt: number }>(
  id: string,
  edit: { values: Values; base: Values },
  isDirty: boolean,
): { recoveredDraft: Draft<{ values: Values; base: Values }> | null; dismiss: () => void } {
  const userId = useUser()?.id;
  const [recoveredDraft, setRecoveredDraft] = useState(() => {
    if (userId === undefined) return null;
    const draft = readDraft<Values | typeof edit>(localStorage, getDraftKey(userId, id));
    // An older version of the shop kept the values alone.
    const kept =
      draft && ("base" in draft.values ? draft.values : { ...edit, values: draft.values });
    const isNews = kept && serializeText(kept.values) !== serializeText(edit.values);
    return isNews ? { ...draft, values: kept } : null;
  });
  const debouncedEdit = useDebouncedValue(edit);
  useEffect(() => {
    // Don't overwrite the earlier draft until the user decides what to do with it.
    if (recoveredDraft || userId === undefined) return;
    const draft = isDirty ? { values: debouncedEdit, keptAt: Date.now() } : null;
    writeDraft(localStorage, getDraftKey(userId, id), draft);
  }, [userId, id, debouncedEdit, isDirty, recoveredDraft]);
  return { recoveredDraft, dismiss: () => setRecoveredDraft(null) };
}

const serializeText = ({ updatedAt: _updatedAt, ...text }: { updatedAt: number }) =>
  JSON.stringify(text);
