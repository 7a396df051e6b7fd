import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainUnsent } from "../frame/email-copy.ts";
import { joinFacts, Badge, type Status } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import rows from "../../ui/row-list.module.css";
import { showToast } from "../../ui/toast.tsx";
import { LimitedRows } from "./records.tsx";
import styles from "./customer-page.module.css";
import shapes from "../frame/shapes.module.css";
import { emailQuery, useResendEmail, type CustomerEmail } from "./queries.ts";

/** What each kind of email is about. */
const emailKindLabels: Record<CustomerEmail["kind"], MessageDescriptor> = {
  purchase: msg`Purchase confirmation`,
  payment_failed: msg`Payment failed`,
  ending_soon: msg`Ending soon`,
  payment_request: msg`Payment link`,
  renewal_notice: msg`Renewal notice`,
  access_ended: msg`Access ended`,
  refunded_duplicate: msg`Duplicate payment refunded`,
  refund_failed: msg`Refund failed`,
  keys_arrived: msg`License keys available`,
  trial_refused: msg`Free trial did not start`,
  refunded: msg`Refund`,
  cancellation: msg`Subscription canceled`,
  cancellation_undone: msg`Subscription resumed`,
  plan_changed: msg`Plan changed`,
  payment: msg`Subscription payment`,
  pause: msg`Subscription paused`,
  offer_taken: msg`Win-back offer taken`,
  account_deleted: msg`Account deleted`,
  endpoint_stopped: msg`Webhook endpoint stopped`,
  price_change: msg`Price change`,
  checkout_reminder: msg`Email about a left checkout`,
  notification: msg`Team notification`,
  notification_digest: msg`Daily digest`,
  price_change_canceled: msg`Price change canceled`,
  message: msg`Message from your team`,
  news: msg`News from your team`,
};

const statuses: Record<CustomerEmail["status"], Status> = {
  queued: { tone: "neutral", label: msg`Queued` },
  sent: { tone: "good", label: msg`Sent` },
  skipped: { tone: "neutral", label: msg`Not sent` },
  dead: { tone: "bad", label: msg`Failed` },
};

/** What became of an email after it was sent. */
const problems: Record<NonNullable<CustomerEmail["problem"]>, Status> = {
  bounced: { tone: "bad", label: msg`Bounced` },
  complained: { tone: "bad", label: msg`Reported as spam` },
};

/** The emails to a customer: sent, or not sent and why. Each can be read and sent again. */
export function Emails({
  userId,
  address,
  emails,
}: {
  userId: string;
  address: string | null;
  emails: CustomerEmail[];
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const [opened, setOpened] = useState<CustomerEmail | null>(null);
  if (emails.length === 0) return <p className={shapes.soft}>{t`No emails yet`}</p>;
  return (
    <>
      <LimitedRows items={emails} label={t`Emails`}>
        {(email) => {
          const kind = i18n._(emailKindLabels[email.kind]);
          const date = formats.dateTime(email.createdAt);
          return (
            <li className={styles.wrapped}>
              <div className={rows.main}>
                <p className={rows.name}>{kind}</p>
                <p className={rows.detail}>{describeEmail(i18n, email)}</p>
              </div>
              <div className={styles.side}>
                <Badge {...(email.problem ? problems[email.problem] : statuses[email.status])} />
                <RowAction
                  label={t`View or resend…`}
                  about={`${kind}, ${date}`}
                  onClick={() => setOpened(email)}
                />
              </div>
            </li>
          );
        }}
      </LimitedRows>
      {opened && (
        <EmailDialog
          userId={userId}
          address={address}
          email={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function describeEmail(i18n: I18n, email: CustomerEmail): string {
  const { sentAt, createdAt, dueAt, status, error, isCopy } = email;
  const formats = formatsOf(i18n);
  const due = formats.dateTime(dueAt);
  return joinFacts(
    status === "queued" ? i18n._(msg`Scheduled for ${due}`) : formats.dateTime(sentAt ?? createdAt),
    isCopy && i18n._(msg`Resent by your team`),
    error !== null && explainUnsent(i18n, error),
  );
}

function EmailDialog({
  userId,
  address,
  email,
  onClose,
}: {
  userId: string;
  address: string | null;
  email: CustomerEmail;
  onClose: () => void;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const shown = useQuery(emailQuery(userId, email.id));
  const resend = useResendEmail(userId);
  const recipient = address ?? t`the customer`;
  const due = formats.dateTime(email.dueAt);
  const isOutdated = shown.data?.email === null;
  const send = () =>
    resend.mutate(email.id, {
      onSuccess: ({ status }) => {
        if (status !== "sent") return;
        showToast(t`Email resent to ${recipient}`);
        onClose();
      },
    });
  const unsent = resend.data && resend.data.status !== "sent" ? resend.data : null;
  const reason = explainUnsent(i18n, unsent?.error ?? "unknown");
  const unsentReason = t`The email wasn’t sent. ${reason}`;
  return (
    <Dialog
      title={i18n._(emailKindLabels[email.kind])}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          {shown.data?.email && email.status !== "queued" && (
            <Button kind="primary" busy={resend.isPending} onClick={send}>
              {resend.isPending ? t`Sending…` : t`Resend email`}
            </Button>
          )}
        </>
      }
    >
      <QueryBoundary query={shown}>
        {({ email: message }) =>
          message ? (
            <>
              <p className={shapes.soft}>
                {email.status === "queued"
                  ? t`Current content of this email. It will be sent on ${due}.`
                  : t`Current content of this email. Resending sends it to ${recipient}.`}
              </p>
              <p className={rows.name}>{message.subject}</p>
              <pre className={styles.message}>{message.text}</pre>
            </>
          ) : (
            <p>{t`This email is out of date, so it can’t be resent.`}</p>
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
