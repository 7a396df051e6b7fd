import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, useEffect, useEffectEvent } from "react";
import { isApiError } from "../../http/errors.ts";
import { showToast } from "../../ui/toast.tsx";
import { bindFields } from "../form/bind-fields.ts";
import { useForm } from "../form/form.tsx";
import { findEdits } from "../form/merge-edits.ts";
import {
  applyProduct,
  createFieldErrors,
  refetchProduct,
  sendProduct,
  type EditableProduct,
} from "./editor-queries.ts";
import {
  mergeBenefits,
  mergePrices,
  restoreKeys,
  toFieldProblems,
  toProductRequest,
  toProductValues,
  type ProductValues,
} from "./product-values.ts";
import { startPublication } from "./publications.ts";
import {
  getContentProblems,
  keepContentProblems,
  sendContent,
  type ChosenFiles,
  type ContentProblem,
} from "./send-content.ts";
import { getDraftKey } from "../../http/browser-drafts.ts";
import { useUser } from "../../http/session.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { readDraft, writeDraft, type Draft } from "../pages/draft-storage.ts";

/** What to do after saving. */
export type SaveIntent = "save" | "publish";

type Saved = { product: EditableProduct; problems: ContentProblem[] };

/** The state of a product's screen. */
export type ProductForm = ReturnType<typeof useProductForm>;

/** What a part of the screen gets. `product`: null for a new one. */
export type ProductPart = { product: EditableProduct | null; form: ProductForm };

/**
 * Returns the state of a product's screen: one form for its details, prices and benefits with their content. Its
 * changes survive a reload, and a save that is refused.
 * @param product null for a new product
 * @param onCreated receives a new product when it is saved
 */
export function useProductForm(
  product: EditableProduct | null,
  onCreated: (product: EditableProduct) => void,
) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const id = product?.id ?? "new";
  const draft = useStoredProductDraft(id);
  const [files, setFiles] = useState<ChosenFiles>({});
  const [changedPaths, setChangedPaths] = useState<readonly string[]>([]);
  const intent = useRef<SaveIntent>("save");
  const savedValues = toProductValues(product);
  const isLive = product?.status === "published";
  const forgetDraft = useForgetProductDraft(id);

  const save = async (values: ProductValues, base: ProductValues): Promise<Saved> => {
    const needsPrice = intent.current === "publish";
    const options = { isPublished: isLive || needsPrice, needsPrice };
    const result = toProductRequest(i18n, values, base, options);
    if ("problems" in result) throw createFieldErrors(result.problems);
    const { request } = result;
    const version = product && { id: product.id, updatedAt: values.updatedAt };
    const response = await sendProduct(version, request).catch((error: Error) => {
      if (!isApiError(error, "invalid_input") || error.fields.length === 0) throw error;
      throw createFieldErrors(toFieldProblems(error, values, request.priceKeys));
    });
    return sendContent(i18n, { product: response, rows: values.benefits, files });
  };
  const form = useForm<ProductValues, Saved>({
    savedValues,
    initialChanges: draft
      ? findEdits(draft.values.values, draft.values.base)
      : findUnsentContent(id, savedValues),
    initialBase: draft?.values.base ?? null,
    ...(product && { refetch: async () => toProductValues(await refetchProduct(product.id)) }),
    rows: { prices: mergePrices, benefits: mergeBenefits },
    save,
    savedToast: null,
    onSaved: ({ product: response, problems }) => {
      forgetDraft();
      setFiles({});
      keepContentProblems(response.id, problems);
      applyProduct(client, response);
      if (product && problems.length > 0)
        form.setValues({ benefits: restoreKeys(toProductValues(response).benefits, problems) });
      if (intent.current === "publish" && problems.length === 0) startPublication(i18n, response);
      else showToast(response.status === "draft" ? t`Draft saved` : t`Changes saved`);
      if (!product) onCreated(response);
    },
  });

  /** @param paths the fields that are changed, if only a part of a value is, e.g. `prices.prc_1.amountMinor` */
  const setValues = (changes: Partial<ProductValues>, paths = Object.keys(changes)) => {
    // Saved rows replace those of the form as soon as the answer arrives.
    if (form.isSaving && (changes.prices || changes.benefits)) return;
    form.setValues(changes);
    setChangedPaths((before) => [...before, ...paths]);
  };

  const [restoredAt, setRestoredAt] = useState(draft?.keptAt ?? null);
  useProductDraft(id, form.isDirty ? { values: form.values, base: form.base } : null);

  // The error of a changed field or row disappears; those of other rows stay when one is added.
  const isChanged = (path: string) =>
    changedPaths.some(
      (changed) => path === changed || (changed.includes(".") && path.startsWith(`${changed}.`)),
    );
  const contentProblems = getContentProblems(id).map(({ benefitId, path, message }) => ({
    path: `benefits.${benefitId}.${path}`,
    message,
  }));
  const errors = [...(form.validationError?.fields ?? []), ...contentProblems].filter(
    ({ path }) => !isChanged(path),
  );
  const getFieldError = (path: string) => errors.find((field) => field.path === path)?.message;

  return {
    values: form.values,
    /** What the changes began from. */
    savedValues: form.base,
    setValues,
    files,
    setFiles,
    /** Whether the product is for sale, so that a save takes effect at once. */
    isLive,
    isDirty: form.isDirty,
    isSaving: form.isSaving,
    errors,
    validationError: form.validationError,
    /** Returns the message for a field. A row is named by its key: `prices.prc_1.amountMinor`. */
    getFieldError,
    field: bindFields({ values: form.values, getError: getFieldError, onChange: setValues }).text,
    error: form.error,
    conflict: form.conflict,
    submit(next: SaveIntent) {
      intent.current = next;
      setChangedPaths([]);
      keepContentProblems(id, []);
      form.submit();
    },
    discard() {
      form.reset();
      setFiles({});
      setRestoredAt(null);
      setChangedPaths([]);
      forgetDraft();
    },
    /** When the changes of an earlier visit were kept that are shown now; null if there are none. */
    restoredAt: form.isDirty ? restoredAt : null,
  };
}

/** The content that could not be sent when this product was created: its keys are back in their rows. */
function findUnsentContent(id: string, { benefits }: ProductValues): Partial<ProductValues> {
  const problems = getContentProblems(id);
  return problems.length > 0 ? { benefits: restoreKeys(benefits, problems) } : {};
}

/** Unsaved changes, and what they began from. */
type ProductDraft = { values: ProductValues; base: ProductValues };

/**
 * Stores the unsaved changes of a product in this browser, so that they survive a reload or a crash. They end with the
 * session.
 * @param id of the product; `new` for one that is not created yet
 * @param draft null while there is nothing to keep
 */
function useProductDraft(id: string, draft: ProductDraft | null): void {
  const userId = useUser()?.id;
  // As text, because the values are other objects each time.
  const debouncedText = useDebouncedValue(JSON.stringify(draft));
  useEffect(() => {
    if (userId === undefined) return;
    const values = JSON.parse(debouncedText) as ProductDraft | null;
    const kept = values && { values, keptAt: Date.now() };
    writeDraft(localStorage, getDraftKey(userId, `product-edit:${id}`), kept);
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
function useStoredProductDraft(id: string): Draft<ProductDraft> | null {
  const userId = useUser()?.id;
  return useState(() =>
    userId === undefined
      ? null
      : readDraft<ProductDraft>(localStorage, getDraftKey(userId, `product-edit:${id}`)),
  )[0];
}

/** Forgets the draft at once, because the page is left. */
function useForgetProductDraft(id: string): () => void {
  const userId = useUser()?.id;
  return () => {
    if (userId !== undefined)
      writeDraft(localStorage, getDraftKey(userId, `product-edit:${id}`), null);
  };
}
