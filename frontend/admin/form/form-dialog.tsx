import { useLingui } from "@lingui/react/macro";
import { useId, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, useFocusFirstInvalidField } from "./form-errors.tsx";
import type { Form } from "./form.tsx";
import { useConfirmClose } from "./unsaved-changes-guard.tsx";
import shapes from "../frame/shapes.module.css";

/**
 * A form in a dialog, which asks before it is closed with changes.
 * @param props.busyLabel of the button while the form is saved, if that is not “Saving…”
 * @param props.isLeaving while the page may be left without losing what was entered, and without asking
 */
export function FormDialog<Values extends object>({
  title,
  submitLabel,
  busyLabel,
  form,
  isLeaving = false,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  busyLabel?: string;
  form: Form<Values>;
  isLeaving?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const formId = useId();
  const element = useFocusFirstInvalidField<HTMLFormElement>(form.validationError);
  const { requestClose, confirmation } = useConfirmClose(
    form.isDirty,
    form.isSaving || isLeaving,
    onClose,
  );
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
            {form.isSaving ? (busyLabel ?? t`Saving…`) : submitLabel}
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
