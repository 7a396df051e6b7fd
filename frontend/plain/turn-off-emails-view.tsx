import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button, ButtonLink } from "../ui/button.tsx";
import { GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

type Content = ContentOf<"turnOffEmails">;
type Subject = NonNullable<Content["subject"]>;

const questions: Record<Subject, MessageDescriptor> = {
  sale: msg`Turn off emails about sales?`,
  renewal_failed: msg`Turn off emails about failed renewals?`,
  cancellation: msg`Turn off emails about cancellations?`,
  dispute: msg`Turn off emails about disputes?`,
  fraud_warning: msg`Turn off emails about early fraud warnings?`,
  webhooks_stalled: msg`Turn off emails about webhooks?`,
  shop_problem: msg`Turn off emails about problems with the shop?`,
  team_change: msg`Turn off emails about changes by your team?`,
  statement: msg`Turn off emails about withdrawals and cancellations by form?`,
  digest: msg`Turn off the daily digest?`,
};

const results: Record<Subject, MessageDescriptor> = {
  sale: msg`Emails about sales are off.`,
  renewal_failed: msg`Emails about failed renewals are off.`,
  cancellation: msg`Emails about cancellations are off.`,
  dispute: msg`Emails about disputes are off.`,
  fraud_warning: msg`Emails about early fraud warnings are off.`,
  webhooks_stalled: msg`Emails about webhooks are off.`,
  shop_problem: msg`Emails about problems with the shop are off.`,
  team_change: msg`Emails about changes by your team are off.`,
  statement: msg`Emails about withdrawals and cancellations by form are off.`,
  digest: msg`The daily digest is off.`,
};

/** Asks before it turns emails to a member of the team off, and says when it is done. */
export function showTurnOffEmails(i18n: I18n, { subject, token, isDone }: Content): View {
  if (subject === null)
    return {
      title: i18n._(msg`This link no longer works.`),
      body: (
        <>
          <p>{i18n._(msg`Nothing was changed. Sign in to choose your notifications.`)}</p>
          <ManageNotifications kind="primary" />
        </>
      ),
    };
  if (isDone)
    return {
      title: i18n._(results[subject]),
      body: (
        <>
          <p>{i18n._(msg`You can turn them on again in the console.`)}</p>
          <ManageNotifications kind="secondary" />
          <GoToShop />
        </>
      ),
    };
  return {
    title: i18n._(questions[subject]),
    body: (
      <>
        <p>
          {subject === "digest" ? (
            <Trans>This turns off every notification in your digest.</Trans>
          ) : (
            <Trans>Your other notifications don’t change.</Trans>
          )}
        </p>
        <form method="post" action={`${turnOffPath}?${new URLSearchParams({ token })}`}>
          <Button type="submit" kind="primary">
            {i18n._(msg`Turn off`)}
          </Button>
        </form>
        <ManageNotifications kind="plain" />
      </>
    ),
  };
}

function ManageNotifications({ kind }: { kind: "primary" | "secondary" | "plain" }) {
  const { t } = useLingui();
  return (
    <ButtonLink kind={kind} href={choicesPath} external>
      {t`Manage notifications`}
    </ButtonLink>
  );
}

const turnOffPath = "/plain/notifications/off";
const choicesPath = "/admin/notifications";
