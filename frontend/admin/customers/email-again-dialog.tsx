import { useLingui } from "@lingui/react/macro";
import type { QueryKey } from "@tanstack/react-query";
import { useId, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { FormError } from "../form/form-errors.tsx";
import { useForm } from "../form/form.tsx";
import shapes from "../frame/shapes.module.css";

/**
 * Sends an email with a link again, or to another address.
 * @param props.email where it went before; null if it went nowhere
 * @param props.queryKey of what says when it was sent
 */
export function EmailAgainDialog({
  title,
  email,
  savedToast,
  send,
  queryKey,
  onClose,
}: {
  title: string;
  email: string | null;
  savedToast: string;
  send: (email: string) => Promise<unknown>;
  queryKey: QueryKey;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const formId = useId();
  const form = useForm({
    savedValues: { email: email ?? "" },
    save: (values) => send(values.email),
    savedToast,
    onSaved: (_answer, client) => {
      onClose();
      void client.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.isSaving}>
            {t`Send email`}
          </Button>
        </>
      }
    >
      <form id={formId} className={shapes.fields} onSubmit={submit} noValidate>
        <TextField
          label={t`Email`}
          hint={t`With another address, the link that was sent before stops working. The same address gets one email an hour.`}
          type="email"
          autoComplete="off"
          {...form.field("email")}
        />
        <FormError form={form} />
      </form>
    </Dialog>
  );
}
