import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState, useId } from "react";
import { getTimeZone } from "../../http/keep-time-zone.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatTimeZone } from "../../i18n/time-zones.ts";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import {
  joinKindNames,
  kindCopy,
  deliveryLabels,
  describeSavedChoice,
} from "./notification-copy.ts";
import shapes from "../frame/shapes.module.css";
import {
  choicesQuery,
  useChoose,
  type Choices,
  type ExampleKind,
  exampleQuery,
  type Delivery,
  type Kind,
} from "./queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmailText } from "./email-text.tsx";
import { RowAction } from "../frame/row-action.tsx";
import styles from "./notifications-page.module.css";

/** `/admin/notifications`: the notifications that the signed-in member gets by email. */
export default function NotificationsPage() {
  const { t } = useLingui();
  return (
    <ConsolePage
      title={t`Notifications`}
      description={t`Choose which emails you get about the shop. Each team member has their own settings.`}
    >
      <QueryBoundary query={useQuery(choicesQuery)} lines={12}>
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
        <div>
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

/** Says what keeps emails from arriving, and which kinds no team member gets. */
function Obstacles({ choices: { canSend, email, kindsWithoutRecipient } }: { choices: Choices }) {
  const { t, i18n } = useLingui();
  const kinds = joinKindNames(i18n, kindsWithoutRecipient);
  return (
    <>
      {!canSend && (
        <Notice tone="error" title={t`The shop can’t send email yet.`}>
          <p>
            <Trans>
              Set <code>EMAIL_FROM</code>, and <code>EMAIL_API_KEY</code> of Resend or{" "}
              <code>EMAIL_PROVIDER=cloudflare</code>. Until then, no notifications are sent.
            </Trans>
          </p>
        </Notice>
      )}
      {email === null && (
        <Notice
          tone="error"
          title={t`You have no verified email address.`}
          text={t`You won’t get any notifications. Sign in with a provider that has verified your email address.`}
        />
      )}
      {kindsWithoutRecipient.length > 0 && (
        <Notice
          tone="info"
          title={t`Nobody on your team gets these notifications: ${kinds}.`}
          text={t`Turn them on here, or ask another team member to turn them on.`}
        />
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
      <div className={shapes.actions}>
        <Button onClick={onShowExample}>{t`View example`}</Button>
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
            {t`Use my time zone (${hereZone})`}
          </Button>
        )}
      </div>
      {choose.error && <ErrorNotice error={choose.error} />}
    </PageSection>
  );
}

/** Shows an email with example data. */
function NotificationExample({ kind, onClose }: { kind: ExampleKind; onClose: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <Dialog
      title={kind === "digest" ? t`Daily digest` : i18n._(kindCopy[kind].name)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <QueryBoundary query={useQuery(exampleQuery(kind))}>
        {(email) => <EmailText email={email} />}
      </QueryBoundary>
    </Dialog>
  );
}

const deliveries = Object.keys(deliveryLabels) as Delivery[];

/** One kind of email, and how the member gets it. A choice is saved as soon as it is made. */
function KindChoice({
  kind,
  delivery,
  onShowExample,
}: {
  kind: Kind;
  delivery: Delivery;
  onShowExample: () => void;
}) {
  const { t, i18n } = useLingui();
  const id = useId();
  const choose = useChoose();
  const name = i18n._(kindCopy[kind].name);
  // The choice shows while it is being saved. It is kept in a state, because a mutation reports its start a moment
  // later.
  const [chosen, setChosen] = useState<Delivery | null>(null);
  const shown = chosen ?? delivery;
  const save = (next: Delivery) => {
    setChosen(next);
    choose.mutate(
      { kind, delivery: next, timeZone: getTimeZone() },
      {
        onSuccess: () => showToast(describeSavedChoice(i18n, kind, next)),
        onSettled: () => setChosen(null),
      },
    );
  };
  return (
    <fieldset className={styles.kind} aria-describedby={`${id}-when`}>
      <legend className={styles.name}>{name}</legend>
      <p id={`${id}-when`} className={styles.when}>
        {i18n._(kindCopy[kind].when)}
      </p>
      <div className={styles.options}>
        {deliveries.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === shown}
              onChange={() => save(option)}
            />
            {i18n._(deliveryLabels[option])}
          </label>
        ))}
      </div>
      <div className={styles.example}>
        <RowAction label={t`View example`} about={t`of “${name}”`} onClick={onShowExample} />
      </div>
      {choose.error && (
        <div className={styles.error}>
          <ErrorNotice error={choose.error} />
        </div>
      )}
    </fieldset>
  );
}
