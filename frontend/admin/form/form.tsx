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
import { isApiError } from "../../http/errors.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";

/** The state of a form: its values, whether they are saved, and the server's errors. */
export type Form<Values extends object> = ReturnType<typeof useForm<Values, unknown>>;

/**
 * Returns the state of a form, which keeps the user's changes if saving fails.
 * @param options.savedValues the values at the server; when they change, the user's unsaved changes are kept
 * @param options.initialChanges unsaved changes of an earlier visit
 * @param options.save sends the values; its errors are shown
 * @param options.onSaved called with the answer, and with the cache that it changes
 * @param options.freshSignIn a unique name, if the server asks for a fresh sign-in; the form saves after it
 * @param options.savedToast what a toast says after saving, by default "Changes saved"; null if `onSaved` says it
 */
export function useForm<Values extends object, Result>({
  savedValues,
  initialChanges = {},
  save,
  onSaved,
  freshSignIn,
  savedToast,
}: {
  savedValues: Values;
  initialChanges?: Partial<Values>;
  save: (values: Values) => Promise<Result>;
  onSaved?: (result: Result, client: QueryClient) => void;
  freshSignIn?: string;
  savedToast?: string | null;
}) {
  const { t } = useLingui();
  const [edits, setEdits] = useState<Partial<Values>>(initialChanges);
  const values = { ...savedValues, ...edits };
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: (result, sent, _context, { client }) => {
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
  const confirmation = useFreshSignIn(`form:${freshSignIn}`, mutation, (sent: Values) => {
    setEdits(sent);
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
      JSON.stringify(edits[name as keyof Values]) !==
      JSON.stringify(savedValues[name as keyof Values]),
  );
  /** Returns the server's error for a field, by the path in its response, e.g. `prices.0.amountMinor`. */
  const getFieldError = (path: string) => {
    renderedPaths.add(path);
    return remainingErrors?.find((field) => field.path === path)?.message;
  };
  /** Changes some values and clears the server's errors for them. */
  const setValues = (changes: Partial<Values>) => {
    setEdits((before) => ({ ...before, ...changes }));
    setChangedSinceSubmit((before) => new Set([...before, ...Object.keys(changes)]));
  };
  const { text, check } = bindFields({ values, getError: getFieldError, onChange: setValues });
  return {
    values,
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
    error: validationError ? null : freshSignIn ? confirmation.error : mutation.error,
    /** An error about fields. */
    validationError,
    /** The message of `validationError` for a field that the form doesn't show. */
    unmatchedFieldError: remainingErrors?.find(({ path }) => !renderedPaths.has(path))?.message,
    submit: () => {
      if (mutation.isPending) return;
      setChangedSinceSubmit(new Set());
      mutation.mutate(values);
    },
    /** Asks for a fresh sign-in. */
    freshSignInDialog: freshSignIn && confirmation.dialog,
    /** Hides `error`, and keeps the changes. */
    dismissError: mutation.reset,
    /** Discards all changes. */
    reset: () => {
      setEdits({});
      mutation.reset();
    },
  };
}

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
  const hasError = form.error !== null || form.validationError !== null;
  const isIdle = !form.isDirty && !form.isSaving && !form.isSaved && !hasError;
  return (
    <form ref={element} className={styles.form} data-wide={isWide} onSubmit={submit}>
      {children}
      <div className={styles.bar} data-idle={isIdle}>
        <FormError form={form} />
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
