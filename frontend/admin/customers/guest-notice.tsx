import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatsOf } from "../../i18n/formats-of.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EmailAgainDialog } from "./email-again-dialog.tsx";
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
      {isOpen && (
        <EmailAgainDialog
          title={t`Send the link again`}
          email={guest.email}
          savedToast={t`The link is on its way.`}
          send={(email) => emailGuest(userId, email)}
          queryKey={customersKey}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Notice>
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
