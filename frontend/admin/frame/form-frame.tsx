import { useEffect, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { FormError } from "./form-error.tsx";
import styles from "./form-frame.module.css";
import { UnsavedChangesGuard } from "./unsaved-changes-guard.tsx";
import type { Form } from "./use-form.ts";
import { useFocusFirstInvalidField } from "./use-focus-first-invalid-field.ts";

/** A form with a save bar. Asks for confirmation before the user leaves it with unsaved changes. */
export function FormFrame<Values>({
  form,
  submitLabel = "Save",
  isWide = false,
  shouldFocus = false,
  isKept = false,
  onCancel,
  children,
}: {
  form: Form<Values>;
  /** Uses the full width of the page. */
  isWide?: boolean;
  submitLabel?: string;
  /** Moves the focus to the first field, for a form that the user has just opened. */
  shouldFocus?: boolean;
  /** The changes are stored elsewhere, so leaving the page asks nothing. */
  isKept?: boolean;
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
  return (
    <form ref={element} className={styles.form} data-wide={isWide} onSubmit={submit}>
      {children}
      <FormError form={form} />
      <div className={styles.bar} data-idle={!form.isDirty && !form.isSaving && !form.isSaved}>
        <Button type="submit" kind="primary" busy={form.isSaving}>
          {form.isSaving ? "Saving…" : submitLabel}
        </Button>
        {onCancel ? (
          <Button kind="plain" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          form.isDirty &&
          !form.isSaving && (
            <Button kind="plain" onClick={form.reset}>
              Discard changes
            </Button>
          )
        )}
        <output>{form.isSaved ? "Saved." : ""}</output>
      </div>
      <UnsavedChangesGuard when={form.isDirty} isSaving={form.isSaving || isKept} />
    </form>
  );
}
