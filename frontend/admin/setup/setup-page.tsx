import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "../frame/label.tsx";
import { useUser } from "../../http/session.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { setupQuery, useSkipItem, useTestEmail, type Setup, type SetupItem } from "./queries.ts";
import { describeSetupItem, TEST_CARD } from "./setup-copy.ts";
import styles from "./setup-page.module.css";
import shapes from "../frame/shapes.module.css";

/** `/admin/setup`: what a new shop still needs before it sells. */
export default function SetupPage() {
  const { t } = useLingui();
  return (
    <ConsolePage
      title={t`Set up your shop`}
      parent={{ href: consolePaths.settings, name: t`Settings` }}
      description={t`Follow these steps to make your first sale. Completed steps are checked automatically.`}
    >
      <QueryBoundary query={useQuery(setupQuery)} lines={8}>
        {(setup) => <Checklist setup={setup} />}
      </QueryBoundary>
    </ConsolePage>
  );
}

function Checklist({ setup: { items, done, total, isFinished } }: { setup: Setup }) {
  const { t } = useLingui();
  const next = items.find(({ state }) => state === "todo");
  return (
    <div className={shapes.form}>
      <div className={styles.progress}>
        <p id="setup-progress">
          {isFinished ? t`Setup complete.` : t`${done} of ${total} steps complete`}
        </p>
        <progress value={done} max={total} aria-labelledby="setup-progress" />
      </div>
      <ol className={styles.steps}>
        {items.map((item) => (
          <Item key={item.id} item={item} isNext={item === next} />
        ))}
      </ol>
    </div>
  );
}

const stateBadges = {
  done: { tone: "good", label: msg`Done` },
  skipped: { tone: "neutral", label: msg`Skipped` },
  not_needed: { tone: "neutral", label: msg`Not needed` },
} as const;

function Item({ item, isNext }: { item: SetupItem; isNext: boolean }) {
  const { t, i18n } = useLingui();
  const { id, state, canSkip } = item;
  const { sentence, link, ...copy } = describeSetupItem(i18n, item);
  const title = i18n._(copy.title);
  const skip = useSkipItem();
  const kind = isNext ? "primary" : "secondary";
  return (
    <li className={shapes.items} data-state={state}>
      <div className={shapes.spread}>
        <h2>{title}</h2>
        {state === "todo" ? (
          <VisuallyHidden>{t`Not done`}</VisuallyHidden>
        ) : (
          <Badge {...stateBadges[state]} />
        )}
      </div>
      <p className={styles.sentence}>{i18n._(sentence)}</p>
      {skip.error && <ErrorNotice error={skip.error} />}
      <div className={shapes.actions}>
        {link && state !== "not_needed" && (
          <ButtonLink kind={state === "todo" ? kind : "plain"} href={link.href}>
            {i18n._(link.label)}
          </ButtonLink>
        )}
        {id === "email" && state === "todo" && item.details.isConfigured && (
          <SendTestEmail kind={kind} />
        )}
        {id === "test_purchase" && state === "todo" && link && (
          <CopyButton text={TEST_CARD.replaceAll(" ", "")}>{t`Copy card number`}</CopyButton>
        )}
        {id === "share" && <CopyButton text={location.origin}>{t`Copy link`}</CopyButton>}
        {canSkip && (state === "todo" || state === "skipped") && (
          <Button
            kind="plain"
            busy={skip.isPending}
            aria-label={state === "skipped" ? t`Undo skip: ${title}` : t`Skip: ${title}`}
            onClick={() => skip.mutate({ item: id, isSkipped: state === "todo" })}
          >
            {state === "skipped" ? t`Undo skip` : t`Skip`}
          </Button>
        )}
      </div>
    </li>
  );
}

function SendTestEmail({ kind }: { kind: "primary" | "secondary" }) {
  const { t } = useLingui();
  const email = useUser()?.email;
  const send = useTestEmail();
  const reason = send.data?.isSent === false ? send.data.reason : null;
  if (!email)
    return <p className={styles.sentence}>{t`Add an email address to your account first.`}</p>;
  return (
    <>
      <Button
        kind={kind}
        busy={send.isPending}
        onClick={() =>
          send.mutate(undefined, {
            onSuccess: (sent) =>
              sent.isSent && showToast(t`Test email sent to ${{ email: sent.to }}.`),
          })
        }
      >
        {send.isPending ? t`Sending…` : t`Send test email`}
      </Button>
      {reason !== null && (
        <p role="alert" className={styles.sentence}>
          {t`The email service rejected the email: ${reason}`}
        </p>
      )}
      {send.error && <ErrorNotice error={send.error} />}
    </>
  );
}
