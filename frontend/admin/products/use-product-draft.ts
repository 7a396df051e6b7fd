import { useEffect, useEffectEvent, useState } from "react";
import { getDraftKey } from "../../http/browser-drafts.ts";
import { useUser } from "../../http/session.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { readDraft, writeDraft, type Draft } from "../pages/draft-storage.ts";
import type { EditableProduct } from "./editor-queries.ts";
import type { ProductValues } from "./product-values.ts";

/** Unsaved changes, and the product that they began from; null for a new product. */
export type ProductDraft = { values: ProductValues; base: EditableProduct | null };

/**
 * Stores the unsaved changes of a product in this browser, so that they survive a reload or a crash. They end with the
 * session.
 * @param id of the product; `new` for one that is not created yet
 * @param draft null while there is nothing to keep
 */
export function useProductDraft(id: string, draft: ProductDraft | null): void {
  const userId = useUser()?.id;
  // As text, because the values are other objects each time.
  const debouncedText = useDebouncedValue(JSON.stringify(draft));
  useEffect(() => {
    if (userId === undefined) return;
    const values = JSON.parse(debouncedText) as ProductDraft | null;
    const kept = values && { values, keptAt: Date.now() };
    writeDraft(localStorage, getDraftKey(userId, `product:${id}`), kept);
  }, [userId, id, debouncedText]);
  useForgetWhenLeaving(id);
}

/** Leaving for another page of the console was confirmed. In browsers that cannot ask, the draft stays. */
function useForgetWhenLeaving(id: string): void {
  const forget = useEffectEvent(useForgetProductDraft(id));
  useEffect(() => {
    const { pathname } = location;
    return () => {
      if (location.pathname !== pathname && globalThis.navigation) forget();
    };
  }, []);
}

/** Returns the draft of an earlier visit, as it was when the page was opened. */
export function useStoredProductDraft(id: string): Draft<ProductDraft> | null {
  const userId = useUser()?.id;
  return useState(() =>
    userId === undefined
      ? null
      : readDraft<ProductDraft>(localStorage, getDraftKey(userId, `product:${id}`)),
  )[0];
}

/** Forgets the draft at once, because the page is left. */
export function useForgetProductDraft(id: string): () => void {
  const userId = useUser()?.id;
  return () => {
    if (userId !== undefined) writeDraft(localStorage, getDraftKey(userId, `product:${id}`), null);
  };
}
