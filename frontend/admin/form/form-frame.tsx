import { useLingui } from "@lingui/react/macro";
import type { FormEvent, ReactNode } from "react";
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
      <UnsavedChangesGuard when={form.isDirty} isSaving={form.isSaving || hasDraft} />
    </form>
  );
}
