import { useLingui } from "@lingui/react/macro";
import type { QueryKey } from "@tanstack/react-query";
import { TextField } from "../../ui/field/fields.tsx";
import { FormDialog } from "../form/form-dialog.tsx";
import { useForm } from "../form/form.tsx";

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
  const form = useForm({
    savedValues: { email: email ?? "" },
    save: (values) => send(values.email),
    savedToast,
    onSaved: (_answer, client) => {
      onClose();
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <FormDialog
      title={title}
      submitLabel={t`Send email`}
      busyLabel={t`Send email`}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t`Email`}
        hint={t`With another address, the link that was sent before stops working. The same address gets one email an hour.`}
        type="email"
        autoComplete="off"
        {...form.field("email")}
      />
    </FormDialog>
  );
}
