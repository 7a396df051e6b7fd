import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FormError, InvalidFields, useFocusFirstInvalidField } from "./form-errors.tsx";
import styles from "./form.module.css";
import shapes from "../frame/shapes.module.css";
import { UnsavedChangesGuard } from "./unsaved-changes-guard.tsx";
import { useMutation, type QueryClient } from "@tanstack/react-query";
import { showToast } from "../../ui/toast.tsx";
import { bindFields } from "./bind-fields.ts";
import { type EditConflict, EditConflictNotice } from "./edit-conflict.tsx";
import {
  findEdits,
  mergeEdits,
  takeTheirs,
  type FieldConflict,
  type MergeRows,
} from "./merge-edits.ts";
import { isApiError } from "../../http/errors.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";

/** The state of a form: its values, whether they are saved, and the server's errors. */
export type Form<Values extends object> = ReturnType<typeof useForm<Values, unknown>>;

/**
 * Returns the state of a form, which keeps the user's changes if saving fails.
 *
 * A form of something that others can save, too, has `refetch`. Its edit begins from a version of the values, which is
 * one of them (`version` or `updatedAt`), and keeps to it. If another member saves meanwhile, the server refuses the
 * save, and the form offers to merge both, field by field.
 * @param options.savedValues the values at the server; when they change, the user's unsaved changes are kept
 * @param options.initialChanges unsaved changes of an earlier visit
 * @param options.initialBase what these changes began from
 * @param options.refetch returns the values that are saved now
 * @param options.rows how lists of rows are merged; see `mergeEdits`
 * @param options.save sends the values; its errors are shown
 * @param options.onSaved called with the answer, and with the cache that it changes
 * @param options.freshSignIn a unique name, if the server asks for a fresh sign-in; the form saves after it
 * @param options.savedToast what a toast says after saving, by default "Changes saved"; null if `onSaved` says it
 */
export function useForm<Values extends object, Result>({
  savedValues,
  initialChanges = {},
  initialBase = null,
  refetch,
  rows,
  save,
  onSaved,
  freshSignIn,
  savedToast,
}: {
  savedValues: Values;
  initialChanges?: Partial<Values>;
  initialBase?: Values | null;
  refetch?: () => Promise<Values>;
  rows?: { [Name in keyof Values]?: Values[Name] extends (infer Row)[] ? MergeRows<Row> : never };
  save: (values: Values, base: Values) => Promise<Result>;
  onSaved?: (result: Result, client: QueryClient) => void;
  freshSignIn?: string;
  savedToast?: string | null;
}) {
  const { t } = useLingui();
  const [edits, setEdits] = useState<Partial<Values>>(initialChanges);
  const [editedFrom, setEditedFrom] = useState<Values | null>(initialBase);
  const [theirs, setTheirs] = useState<Theirs<Values> | null>(null);
  const base = editedFrom ?? savedValues;
  const values = { ...base, ...edits };
  const restore = (changes: Partial<Values>, from: Values) => {
    setEdits(findEdits(changes, from));
    setEditedFrom(from);
  };
  const mutation = useMutation({
    async mutationFn({ values: sent, base: from }: Sent<Values>) {
      let [mine, current] = [sent, from];
      for (let attempt = 1; ; attempt++) {
        try {
          return await save(mine, current);
        } catch (error) {
          const isConflict = isApiError(error, "edit_conflict");
          if (!refetch || !isConflict || attempt === MAX_ATTEMPTS) throw error;
          current = await refetch();
          const { merged, taken, conflicts } = mergeEdits(
            { base: from, mine: sent, theirs: current },
            rows,
          );
          if (taken.length + conflicts.length > 0) {
            setTheirs({ values: current, lastEdit: error.lastEdit, isLoaded: false });
            throw error;
          }
          // Only something else was saved, which this form doesn't show.
          mine = merged;
        }
      }
    },
    onSuccess: (result, { values: sent }, _context, { client }) => {
      setEditedFrom(null);
      setTheirs(null);
      // Changes made while the request was running aren't saved yet.
      setEdits(
        (current) =>
          Object.fromEntries(
            Object.entries(current).filter(([name, value]) => value !== sent[name as keyof Values]),
          ) as Partial<Values>,
      );
      if (savedToast !== null) showToast(savedToast ?? t`Changes saved`);
      onSaved?.(result, client);
    },
  });
  const confirmation = useFreshSignIn(`form:${freshSignIn}`, mutation, (sent: Sent<Values>) => {
    restore(sent.values, sent.base);
    mutation.mutate(sent);
  });
  const [changedSinceSubmit, setChangedSinceSubmit] = useState<ReadonlySet<string>>(new Set());
  const validationError =
    isApiError(mutation.error, "invalid_input") && mutation.error.fields.length > 0
      ? mutation.error
      : null;
  // Complete before any error arrives, because a form calls `getFieldError` for all its fields in each render.
  const [renderedPaths] = useState(() => new Set<string>());
  const remainingErrors = validationError?.fields.filter(
    ({ path }) => !path.split(".").some((name) => changedSinceSubmit.has(name)),
  );
  const isDirty = Object.keys(edits).some(
    (name) =>
      JSON.stringify(edits[name as keyof Values]) !== JSON.stringify(base[name as keyof Values]),
  );
  const merge = theirs && mergeEdits({ base, mine: values, theirs: theirs.values }, rows);
  const conflict: EditConflict | null = theirs && {
    lastEdit: theirs.lastEdit,
    isLoaded: theirs.isLoaded,
    taken: merge?.taken ?? [],
    conflicts: merge?.conflicts ?? [],
    load(chosen: FieldConflict[]) {
      const merged = chosen.reduce(takeTheirs, merge?.merged ?? values);
      setEdits(findEdits(merged, theirs.values));
      setEditedFrom(theirs.values);
      setTheirs({ ...theirs, isLoaded: true });
    },
  };
  /** Returns the server's error for a field, by the path in its response, e.g. `prices.0.amountMinor`. */
  const getFieldError = (path: string) => {
    renderedPaths.add(path);
    return remainingErrors?.find((field) => field.path === path)?.message;
  };
  /** Changes some values and clears the server's errors for them. */
  const setValues = (changes: Partial<Values>) => {
    if (refetch) setEditedFrom((before) => before ?? savedValues);
    setEdits((before) => ({ ...before, ...changes }));
    setChangedSinceSubmit((before) => new Set([...before, ...Object.keys(changes)]));
  };
  const { text, check } = bindFields({ values, getError: getFieldError, onChange: setValues });
  return {
    values,
    /** What the changes began from; what is saved, while there are none. */
    base,
    setValues,
    isDirty,
    isSaving: mutation.isPending,
    isSaved: mutation.isSuccess && !isDirty,
    getFieldError,
    /** Returns what a field for a text needs. */
    field: text,
    /** Returns what a checkbox needs. */
    check,
    /** An error that isn't about a field. */
    error:
      validationError || (conflict && isApiError(mutation.error, "edit_conflict"))
        ? null
        : freshSignIn
          ? confirmation.error
          : mutation.error,
    /** What another member saved since the changes began. */
    conflict,
    /** An error about fields. */
    validationError,
    /** The message of `validationError` for a field that the form doesn't show. */
    unmatchedFieldError: remainingErrors?.find(({ path }) => !renderedPaths.has(path))?.message,
    submit: () => {
      if (mutation.isPending) return;
      setChangedSinceSubmit(new Set());
      mutation.mutate({ values, base });
    },
    /** Asks for a fresh sign-in. */
    freshSignInDialog: freshSignIn && confirmation.dialog,
    /** Continues an edit of an earlier visit. */
    restore,
    /** Hides `error`, and keeps the changes. */
    dismissError: mutation.reset,
    /** Discards all changes. */
    reset: () => {
      setEdits({});
      setEditedFrom(null);
      setTheirs(null);
      mutation.reset();
    },
  };
}

/** How often a form saves again if what it doesn't show was saved meanwhile, as by the page's other forms. */
const MAX_ATTEMPTS = 5;

/** What is sent, and what it was edited from. Both survive a fresh sign-in. */
type Sent<Values> = { values: Values; base: Values };

/** What another member saved, and whether it was merged into this edit. */
type Theirs<Values> = { values: Values; isLoaded: boolean } & Pick<EditConflict, "lastEdit">;

/**
 * A form with a save bar, which says why saving failed and leads to the fields with an error. Asks for confirmation
 * before the user leaves it with unsaved changes.
 */
export function FormFrame<Values extends object>({
  form,
  submitLabel,
  isWide = false,
  hasDraft = false,
  isNew = false,
  children,
}: {
  form: Form<Values>;
  /** Uses the full width of the page. */
  isWide?: boolean;
  /** By default "Save". */
  submitLabel?: string;
  /** Changes are kept as a draft, so leaving needs no confirmation. */
  hasDraft?: boolean;
  /**
   * The form makes something. Others have a main button only when there is something to save: a page can have several.
   */
  isNew?: boolean;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const element = useFocusFirstInvalidField<HTMLFormElement>(form.validationError);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  const hasError = form.error !== null || form.validationError !== null || form.conflict !== null;
  const isIdle = !form.isDirty && !form.isSaving && !form.isSaved && !hasError;
  return (
    <form ref={element} className={styles.form} data-wide={isWide} onSubmit={submit}>
      {children}
      <div className={styles.bar} data-idle={isIdle}>
        <FormError form={form} />
        {form.conflict && <EditConflictNotice conflict={form.conflict} container={element} />}
        <InvalidFields form={form} container={element} />
        <Button
          type="submit"
          kind={isNew || !isIdle ? "primary" : "secondary"}
          busy={form.isSaving}
        >
          {form.isSaving ? t`Saving…` : (submitLabel ?? t`Save`)}
        </Button>
        {form.isDirty && !form.isSaving && (
          <Button kind="plain" onClick={form.reset}>
            {t`Discard changes`}
          </Button>
        )}
        {/* Not a live region: the toast announces it. */}
        <span className={shapes.soft}>{form.isSaved && t`Saved.`}</span>
      </div>
      {form.freshSignInDialog}
      <UnsavedChangesGuard
        when={form.isDirty && !form.freshSignInDialog}
        isSaving={form.isSaving || hasDraft}
      />
    </form>
  );
}
