import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { getTimeZone, KindChoice } from "./kind-choice.tsx";
import { NotificationExample } from "./notification-example.tsx";
import { formatTimeZone, listKinds } from "./notification-copy.ts";
import styles from "./notifications-page.module.css";
import { choicesQuery, useChoose, type Choices, type ExampleKind } from "./queries.ts";

/** `/admin/notifications`: what the signed-in member is told by email. */
export default function NotificationsPage() {
  const { t } = useLingui();
  return (
    <ConsolePage
      title={t`Notifications`}
      description={t`Choose which emails you get about the shop. Each team member has their own settings.`}
    >
      <QueryBoundary query={useQuery(choicesQuery)} skeleton={<SkeletonLines lines={12} />}>
        {(choices) => <ChoiceList choices={choices} />}
      </QueryBoundary>
    </ConsolePage>
  );
}

function ChoiceList({ choices }: { choices: Choices }) {
  const { t } = useLingui();
  const { email } = choices;
  const [shownExample, setShownExample] = useState<ExampleKind | null>(null);
  return (
    <>
      <Obstacles choices={choices} />
      <PageSection
        title={t`Emails to you`}
        description={
          email === null ? undefined : (
            <Trans>
              Sent to {email}, at most once every 15 minutes: events in between are combined into
              one email. Changes are saved immediately.
            </Trans>
          )
        }
      >
        <div className={styles.kinds}>
          {choices.kinds.map(({ kind, delivery }) => (
            <KindChoice
              key={kind}
              kind={kind}
              delivery={delivery}
              onShowExample={() => setShownExample(kind)}
            />
          ))}
        </div>
      </PageSection>
      <Digest choices={choices} onShowExample={() => setShownExample("digest")} />
      {shownExample && (
        <NotificationExample kind={shownExample} onClose={() => setShownExample(null)} />
      )}
    </>
  );
}

/** Says what keeps emails from arriving, and what nobody is told about. */
function Obstacles({ choices: { canSend, email, unheardKinds } }: { choices: Choices }) {
  const { t, i18n } = useLingui();
  const kinds = listKinds(i18n, unheardKinds);
  return (
    <>
      {!canSend && (
        <Notice tone="error" title={t`The shop can’t send email yet.`}>
          <p>
            <Trans>
              Set <code>EMAIL_FROM</code> and <code>EMAIL_API_KEY</code>. Until then, no
              notifications are sent.
            </Trans>
          </p>
        </Notice>
      )}
      {email === null && (
        <Notice tone="error" title={t`You have no verified email address.`}>
          <p>
            <Trans>
              You won’t get any notifications. Sign in with a provider that has verified your email
              address.
            </Trans>
          </p>
        </Notice>
      )}
      {unheardKinds.length > 0 && (
        <Notice tone="info" title={t`Nobody on your team gets these notifications: ${kinds}.`}>
          <p>
            <Trans>Turn them on here, or ask another team member to turn them on.</Trans>
          </p>
        </Notice>
      )}
    </>
  );
}

function Digest({ choices, onShowExample }: { choices: Choices; onShowExample: () => void }) {
  const { t } = useLingui();
  const { timeZone, kinds } = choices;
  const choose = useChoose();
  const here = getTimeZone();
  const hereZone = formatTimeZone(here);
  const zone = timeZone === null ? "UTC" : formatTimeZone(timeZone);
  const [first] = kinds;
  return (
    <PageSection
      title={t`Daily digest`}
      description={t`Sent every day at 8:00 AM (${zone}). Includes all events set to “Daily”. If there are none, no email is sent.`}
    >
      <div className={styles.actions}>
        <Button onClick={onShowExample}>
          <Trans>View example</Trans>
        </Button>
        {first && (timeZone ?? "UTC") !== here && (
          <Button
            kind="plain"
            busy={choose.isPending}
            onClick={() =>
              choose.mutate(
                { ...first, timeZone: here },
                {
                  onSuccess: () =>
                    showToast(t`The daily digest is now sent at 8:00 AM (${hereZone}).`),
                },
              )
            }
          >
            <Trans>Use my time zone ({hereZone})</Trans>
          </Button>
        )}
      </div>
      {choose.error && <ErrorNotice error={choose.error} />}
    </PageSection>
  );
}
