import { useLingui } from "@lingui/react/macro";
import { useEffect, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { FormError, InvalidFields, useFocusFirstInvalidField } from "./form-errors.tsx";
import styles from "./form-frame.module.css";
import shapes from "../frame/shapes.module.css";
import { UnsavedChangesGuard } from "./unsaved-changes-guard.tsx";
import type { Form } from "./use-form.ts";

/**
 * A form with a save bar, which says why saving failed and leads to the fields with an error. Asks for confirmation
 * before the user leaves it with unsaved changes.
 */
export function FormFrame<Values extends object>({
  form,
  submitLabel,
  isWide = false,
  shouldFocus = false,
  hasDraft = false,
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
  /** Changes are kept as a draft, so leaving needs no confirmation. */
  hasDraft?: boolean;
  /**
   * The form makes something. Others have a main button only when there is something to save: a page can have several.
   */
  isNew?: boolean;
  /** Closes the form. Shows a cancel button. */
  onCancel?: () => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
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
          {form.isSaving ? t`Saving…` : (submitLabel ?? t`Save`)}
        </Button>
        {onCancel ? (
          <Button kind="plain" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        ) : (
          form.isDirty &&
          !form.isSaving && (
            <Button kind="plain" onClick={form.reset}>
              {t`Discard changes`}
            </Button>
          )
        )}
        {/* Not a live region: the toast announces it. */}
        <span className={shapes.soft}>{form.isSaved && t`Saved.`}</span>
      </div>
      <UnsavedChangesGuard when={form.isDirty} isSaving={form.isSaving || hasDraft} />
    </form>
  );
}
