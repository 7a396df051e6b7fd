import { Trans } from "@lingui/react/macro";
import { useEffect, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { FormError } from "./form-error.tsx";
import styles from "./form-frame.module.css";
import { InvalidFields } from "./invalid-fields.tsx";
import { UnsavedChangesGuard } from "./unsaved-changes-guard.tsx";
import type { Form } from "./use-form.ts";
import { useFocusFirstInvalidField } from "./use-focus-first-invalid-field.ts";

/**
 * A form with a save bar, which says why saving failed and leads to the fields with an error. Asks for confirmation before
 * the user leaves it with unsaved changes.
 */
export function FormFrame<Values>({
  form,
  submitLabel,
  isWide = false,
  shouldFocus = false,
  isKept = false,
  isNew = false,
  onCancel,
  children,
}: {
  form: Form<Values>;
  /** Uses the full width of the page. */
  isWide?: boolean;
  /** By default "Save". */
  submitLabel?: string;
  /** Moves the focus to the first field, for a form that the user has just opened. */
  shouldFocus?: boolean;
  /** The changes are stored elsewhere, so leaving the page asks nothing. */
  isKept?: boolean;
  /** The form makes something. Others have a main button only when there is something to save: a page can have several. */
  isNew?: boolean;
  /** Closes the form. Shows a cancel button. */
  onCancel?: () => void;
  children: ReactNode;
}) {
  const element = useFocusFirstInvalidField<HTMLFormElement>(form.validationError);
  useEffect(() => {
    if (shouldFocus)
      element.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [element, shouldFocus]);
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
          {form.isSaving ? <Trans>Saving…</Trans> : (submitLabel ?? <Trans>Save</Trans>)}
        </Button>
        {onCancel ? (
          <Button kind="plain" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        ) : (
          form.isDirty &&
          !form.isSaving && (
            <Button kind="plain" onClick={form.reset}>
              <Trans>Discard changes</Trans>
            </Button>
          )
        )}
        {/* Not a live region: the toast announces it. */}
        <span className={styles.saved}>{form.isSaved && <Trans>Saved.</Trans>}</span>
      </div>
      <UnsavedChangesGuard when={form.isDirty} isSaving={form.isSaving || isKept} />
    </form>
  );
}
