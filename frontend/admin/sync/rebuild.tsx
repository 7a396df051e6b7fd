import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { describeSecondsLeft } from "../frame/describe-seconds-left.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { PageSection } from "../frame/console-page.tsx";
import shapes from "../frame/shapes.module.css";
import { usePauseRebuild, useStartRebuild, type SyncReport } from "./queries.ts";
import styles from "./rebuild.module.css";

type Progress = NonNullable<SyncReport["rebuild"]>;

/** Rebuilds all mirrored rows from Stripe after a confirmation. Shows the progress of the rebuild, and pauses it. */
export function Rebuild({ rebuild }: { rebuild: SyncReport["rebuild"] }) {
  const { t, i18n } = useLingui();
  const unknownCustomers = rebuild?.withoutUser.join(", ");
  return (
    <PageSection
      title={t`Rebuild`}
      description={t`Fetches every customer from Stripe again. Use this after you lost or restored the database. Correct data doesn’t change.`}
    >
      {rebuild?.finishedAt === null ? (
        <RunningRebuild rebuild={rebuild} />
      ) : (
        <>
          {rebuild && <p>{describeFinished(i18n, rebuild)}</p>}
          <StartRebuild />
        </>
      )}
      {rebuild && rebuild.withoutUser.length > 0 && (
        <p>{t`Stripe customers without an account in this shop: ${unknownCustomers}`}</p>
      )}
    </PageSection>
  );
}

function StartRebuild() {
  const { t } = useLingui();
  const start = useStartRebuild();
  const starting = useConfirmation(start);
  // After a fresh sign-in, the user must confirm again.
  const freshSignIn = useFreshSignIn("rebuild", start, starting.ask);
  return (
    <p className={shapes.actions}>
      <Button onClick={() => starting.ask()}>{t`Rebuild from Stripe`}</Button>
      {freshSignIn.dialog}
      {starting.asked && !freshSignIn.dialog && (
        <ConfirmDialog
          title={t`Rebuild from Stripe?`}
          confirmLabel={t`Rebuild`}
          busyLabel={t`Starting…`}
          text={t`Every customer is fetched from Stripe again. This can take a while and continues if you leave this page. Nobody is charged, and the shop stays open.`}
          {...starting.dialog}
          error={freshSignIn.error}
        />
      )}
    </p>
  );
}

function RunningRebuild({ rebuild }: { rebuild: Progress }) {
  const { t, i18n } = useLingui();
  const pause = usePauseRebuild();
  const { done, total, pausedAt } = rebuild;
  const isPaused = pausedAt !== null;
  const label = isPaused ? t`Resume rebuild` : t`Pause rebuild`;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={t`Progress of the rebuild`}
        {...(total > 0 && { max: Math.max(total, done), value: done })}
      />
      <p>{describeProgress(i18n, rebuild)}</p>
      {/* Announced when the state changes, not with each customer. */}
      <output>{describeState(i18n, rebuild)}</output>
      <p className={shapes.actions}>
        <Button busy={pause.isPending} onClick={() => pause.mutate(!isPaused)}>
          {label}
        </Button>
      </p>
      {pause.isError && <ErrorNotice error={pause.error} />}
    </>
  );
}

/** Describes how much is done, and the time left: "Customers fetched: 1,200 of 4,000 · about 2 hours left". */
export function describeProgress(i18n: I18n, { part, done, total, timeLeftMs }: Progress): string {
  const { number } = formatsOf(i18n);
  const doneCount = number(done);
  const totalCount = number(Math.max(total, done));
  const amount = total > 0 ? i18n._(msg`${doneCount} of ${totalCount}`) : doneCount;
  const what =
    part === "restoring"
      ? i18n._(msg`Users checked for lost data: ${amount}`)
      : i18n._(msg`Customers queued to be fetched: ${amount}`);
  return timeLeftMs === null ? what : `${what} · ${describeSecondsLeft(i18n, timeLeftMs / 1000)}`;
}

function describeState(i18n: I18n, { startedAt, pausedAt }: Progress): string {
  const { dateTime } = formatsOf(i18n);
  const started = dateTime(startedAt);
  if (pausedAt === null)
    return i18n._(msg`In progress since ${started}. It continues if you leave this page.`);
  const paused = dateTime(pausedAt);
  return i18n._(
    msg`Paused since ${paused}. Data that the rebuild hasn’t reached may be missing or out of date.`,
  );
}

function describeFinished(i18n: I18n, { finishedAt, customers }: Progress): string {
  const finished = formatsOf(i18n).dateTime(finishedAt ?? 0);
  return i18n._(
    msg`${plural(customers, {
      one: `Last finished on ${finished}: # customer.`,
      other: `Last finished on ${finished}: # customers.`,
    })}`,
  );
}
