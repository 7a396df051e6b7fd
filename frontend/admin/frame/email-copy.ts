import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Why an email was not sent. */
const reasons: Record<string, MessageDescriptor> = {
  no_sender: msg`The shop can’t send email yet.`,
  turned_off: msg`This kind of email is turned off.`,
  no_account: msg`The account was deleted.`,
  no_verified_email: msg`Their email address isn’t verified.`,
  no_longer_so: msg`Its content was no longer up to date.`,
  left_team: msg`They are no longer on your team.`,
  unsubscribed: msg`They have turned off emails of this kind.`,
  bounced: msg`Emails to this address bounce.`,
  complained: msg`They have reported an email as spam.`,
  restored: msg`The shop was restored from a backup, and does not send older emails.`,
};

/** Explains why an email was not sent: a reason of the outbox, or what the email service said. */
export function explainUnsent(i18n: I18n, error: string): string {
  const reason = reasons[error];
  return reason ? i18n._(reason) : error;
}
