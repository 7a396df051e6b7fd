import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState, type FormEvent } from "react";
import { formatsOf } from "../../i18n/formats-of.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormError } from "../form/form-errors.tsx";
import { useForm } from "../form/form.tsx";
import shapes from "../frame/shapes.module.css";
import { customersKey, emailGuest, type CustomerDetails } from "./queries.ts";

type Guest = NonNullable<CustomerDetails["user"]["guest"]>;

/** Says that a customer paid without signing in, and sends the link to their purchases again, or to another address. */
export function GuestNotice({
  userId,
  guest,
  canSend,
}: {
  userId: string;
  guest: Guest;
  canSend: boolean;
}) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Notice tone="info" title={t`Not signed in yet`} text={describeGuest(i18n, guest)}>
      {canSend && guest.canEmail && (
        <Button onClick={() => setIsOpen(true)}>{t`Send the link again…`}</Button>
      )}
      {isOpen && <EmailDialog userId={userId} guest={guest} onClose={() => setIsOpen(false)} />}
    </Notice>
  );
}

function EmailDialog({
  userId,
  guest,
  onClose,
}: {
  userId: string;
  guest: Guest;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const formId = useId();
  const form = useForm({
    savedValues: { email: guest.email ?? "" },
    save: ({ email }) => emailGuest(userId, email),
    savedToast: t`The link is on its way.`,
    onSaved: (_answer, client) => {
      onClose();
      void client.invalidateQueries({ queryKey: customersKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Dialog
      title={t`Send the link again`}
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

function describeGuest(i18n: I18n, { email, emailSentAt, emailProblem }: Guest): string {
  const address = email ?? "–";
  const paid = i18n._(
    msg`They paid without signing in. What they bought waits for the browser that paid, and for the link in the email to ${address}.`,
  );
  if (emailProblem !== null)
    return `${paid} ${i18n._(msg`The last email did not arrive, so they may not have the link.`)}`;
  if (emailSentAt === null) return paid;
  const date = formatsOf(i18n).date(emailSentAt);
  return `${paid} ${i18n._(msg`Last reminded on ${date}.`)}`;
}
