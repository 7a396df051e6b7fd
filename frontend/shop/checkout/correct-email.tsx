import { useLingui } from "@lingui/react/macro";
import { useId, useState, type FormEvent } from "react";
import { api, read } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { useMutation } from "../../http/use-mutation.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import shapes from "../../ui/shapes.module.css";

/** Sends the link to another address, for whoever mistyped theirs when they paid in this browser. */
export function CorrectEmail({ checkoutId }: { checkoutId: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [to, setTo] = useState<string | null>(null);
  return (
    <>
      <Button kind="plain" onClick={() => setIsOpen(true)}>{t`Wrong email address?`}</Button>
      <output>{to !== null && t`Sent to ${to}.`}</output>
      {isOpen && (
        <CorrectEmailDialog
          checkoutId={checkoutId}
          onClose={() => setIsOpen(false)}
          onSent={setTo}
        />
      )}
    </>
  );
}

function CorrectEmailDialog({
  checkoutId,
  onClose,
  onSent,
}: {
  checkoutId: string;
  onClose: () => void;
  onSent: (email: string) => void;
}) {
  const { t } = useLingui();
  const formId = useId();
  const [email, setEmail] = useState("");
  const correct = useMutation({
    mutationFn: () => read(api.me["guest-email"].$post({ json: { email } })),
    onSuccess: async (answer, _input, cache) => {
      onSent(answer.email);
      await cache.invalidateQueries({ queryKey: queryKeys.checkout(checkoutId) });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!correct.isPending) correct.mutate();
  };
  return (
    <Dialog
      title={t`Correct your email address`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} kind="primary" busy={correct.isPending}>
            {t`Send email`}
          </Button>
        </>
      }
    >
      <form id={formId} className={shapes.stack} onSubmit={submit}>
        <TextField
          label={t`Your email`}
          hint={t`We send a new link there. The earlier one stops working.`}
          type="email"
          required
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        {correct.error && <ErrorNotice error={correct.error} />}
      </form>
    </Dialog>
  );
}
