import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import rows from "../../ui/row-list.module.css";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import { showToast } from "../../ui/toast.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { LimitedRows } from "./limited-rows.tsx";
import styles from "./customer-page.module.css";
import { mailQuery, useResendMail, type CustomerMail } from "./queries.ts";

/** What each kind of email is about. */
const mailKindLabels: Record<CustomerMail["kind"], MessageDescriptor> = {
  purchase: msg`Purchase confirmation`,
  payment_failed: msg`Payment failed`,
  ending_soon: msg`Ending soon`,
  access_ended: msg`Access ended`,
  refunded_duplicate: msg`Duplicate payment refunded`,
  refund_failed: msg`Refund failed`,
  keys_arrived: msg`License keys available`,
  trial_refused: msg`Free trial did not start`,
  refunded: msg`Refund`,
  cancellation: msg`Subscription canceled`,
  cancellation_undone: msg`Subscription resumed`,
  plan_changed: msg`Plan changed`,
  account_deleted: msg`Account deleted`,
  endpoint_stopped: msg`Webhook endpoint stopped`,
  price_change: msg`Price change`,
  notification: msg`Team notification`,
  notification_digest: msg`Daily digest`,
  price_change_canceled: msg`Price change canceled`,
};

const statuses: Record<CustomerMail["status"], { tone: Tone; label: MessageDescriptor }> = {
  queued: { tone: "neutral", label: msg`Queued` },
  sent: { tone: "good", label: msg`Sent` },
  skipped: { tone: "neutral", label: msg`Not sent` },
  dead: { tone: "bad", label: msg`Failed` },
};

/** Why an email was not sent. */
const reasons: Record<string, MessageDescriptor> = {
  no_sender: msg`The shop can’t send email yet.`,
  turned_off: msg`This kind of email is turned off.`,
  no_account: msg`The account was deleted.`,
  no_verified_email: msg`Their email address isn’t verified.`,
  no_longer_so: msg`Its content was no longer up to date.`,
};

function explainReason(i18n: I18n, error: string): string {
  const reason = reasons[error];
  return reason ? i18n._(reason) : error;
}

/** The emails to a customer: sent, or not sent and why. Each can be read and sent again. */
export function Mails({
  userId,
  email,
  mails,
}: {
  userId: string;
  email: string | null;
  mails: CustomerMail[];
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const [opened, setOpened] = useState<CustomerMail | null>(null);
  if (mails.length === 0)
    return (
      <p className={styles.none}>
        <Trans>No emails yet</Trans>
      </p>
    );
  return (
    <>
      <LimitedRows items={mails} label={t`Emails`}>
        {(mail) => {
          const kind = i18n._(mailKindLabels[mail.kind]);
          const date = formats.dateTime(mail.createdAt);
          return (
            <li className={styles.wrapped}>
              <div className={rows.main}>
                <p className={rows.name}>{kind}</p>
                <p className={rows.detail}>{describeMail(i18n, mail)}</p>
              </div>
              <div className={styles.side}>
                <StatusBadge tone={statuses[mail.status].tone}>
                  {i18n._(statuses[mail.status].label)}
                </StatusBadge>
                <Button kind="plain" onClick={() => setOpened(mail)}>
                  <span className={styles.small}>
                    <Trans>
                      View or resend…{" "}
                      <VisuallyHidden>
                        {kind}, {date}
                      </VisuallyHidden>
                    </Trans>
                  </span>
                </Button>
              </div>
            </li>
          );
        }}
      </LimitedRows>
      {opened && (
        <MailDialog userId={userId} email={email} mail={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

function describeMail(i18n: I18n, mail: CustomerMail): string {
  const { sentAt, createdAt, dueAt, status, error, isCopy } = mail;
  const formats = formatsOf(i18n);
  const due = formats.dateTime(dueAt);
  return [
    status === "queued" ? i18n._(msg`Scheduled for ${due}`) : formats.dateTime(sentAt ?? createdAt),
    isCopy && i18n._(msg`Resent by your team`),
    error !== null && status !== "sent" && explainReason(i18n, error),
  ]
    .filter(Boolean)
    .join(" · ");
}

function MailDialog({
  userId,
  email,
  mail,
  onClose,
}: {
  userId: string;
  email: string | null;
  mail: CustomerMail;
  onClose: () => void;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const shown = useQuery(mailQuery(userId, mail.id));
  const resend = useResendMail(userId);
  const recipient = email ?? t`the customer`;
  const due = formats.dateTime(mail.dueAt);
  const isOutdated = shown.data?.mail === null;
  const send = () =>
    resend.mutate(mail.id, {
      onSuccess: ({ status }) => {
        if (status !== "sent") return;
        showToast(t`Email resent to ${recipient}`);
        onClose();
      },
    });
  const unsent = resend.data && resend.data.status !== "sent" ? resend.data : null;
  const reason = explainReason(i18n, unsent?.error ?? "unknown");
  const unsentReason = t`The email wasn’t sent. ${reason}`;
  return (
    <Dialog
      title={i18n._(mailKindLabels[mail.kind])}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {shown.data?.mail && mail.status !== "queued" && (
            <Button kind="primary" busy={resend.isPending} onClick={send}>
              {resend.isPending ? t`Sending…` : t`Resend email`}
            </Button>
          )}
        </>
      }
    >
      <QueryBoundary query={shown} skeleton={<SkeletonLines lines={6} />}>
        {({ mail: message }) =>
          message ? (
            <>
              <p className={styles.none}>
                {mail.status === "queued"
                  ? t`Current content of this email. It will be sent on ${due}.`
                  : t`Current content of this email. Resending sends it to ${recipient}.`}
              </p>
              <p className={rows.name}>{message.subject}</p>
              <pre className={styles.message}>{message.text}</pre>
            </>
          ) : (
            <p>
              <Trans>This email is out of date, so it can’t be resent.</Trans>
            </p>
          )
        }
      </QueryBoundary>
      {resend.error && !isOutdated && <ErrorNotice error={resend.error} />}
      {unsent && (
        <p role="alert">
          {unsent.status === "queued"
            ? t`The email service didn’t respond. The shop retries automatically.`
            : unsentReason}
        </p>
      )}
    </Dialog>
  );
}
