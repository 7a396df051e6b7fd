import { useLingui } from "@lingui/react/macro";
import { useId, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, useFocusFirstInvalidField } from "../form/form-errors.tsx";
import type { Form } from "../form/form.tsx";
import { useConfirmClose } from "../form/unsaved-changes-guard.tsx";
import shapes from "../frame/shapes.module.css";

/** A form in a dialog, which asks before it is closed with changes. */
export function LinkFormDialog<Values extends object>({
  title,
  submitLabel,
  form,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  form: Form<Values>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const formId = useId();
  const element = useFocusFirstInvalidField<HTMLFormElement>(form.validationError);
  const { requestClose, confirmation } = useConfirmClose(form.isDirty, form.isSaving, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Dialog
      title={title}
      preventAutoClose={form.isDirty}
      onClose={requestClose}
      actions={
        <>
          <Button onClick={requestClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.isSaving}>
            {form.isSaving ? t`Saving…` : submitLabel}
          </Button>
        </>
      }
    >
      <form ref={element} id={formId} className={shapes.fields} onSubmit={submit} noValidate>
        {children}
        <FormError form={form} />
      </form>
      {confirmation}
    </Dialog>
  );
}
