import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useEmailGuest, type CustomerDetails } from "./queries.ts";

type Guest = NonNullable<CustomerDetails["user"]["guest"]>;

/** Says that a customer paid without signing in, and sends them the link to their purchases again. */
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
  const send = useEmailGuest(userId);
  return (
    <Notice tone="info" title={t`Not signed in yet`} text={describeGuest(i18n, guest)}>
      {send.error && <ErrorNotice error={send.error} />}
      {send.isSuccess && <p>{t`The link is on its way.`}</p>}
      {canSend && guest.canEmail && (
        <Button busy={send.isPending} onClick={() => send.mutate(undefined)}>
          {t`Send the link again`}
        </Button>
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
