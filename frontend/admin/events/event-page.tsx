import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { Link, useParams } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import type { api } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { StripeLink } from "../orders/stripe-link.tsx";
import { describeReplay, explainEventStatus, statusLabels } from "./event-copy.ts";
import styles from "./events-page.module.css";
import { eventQuery, useReplayEvents } from "./queries.ts";

type Event = InferResponseType<(typeof api.admin.events)[":id"]["$get"]>;

/** `/admin/events/:id`: one event, why it failed, and its payload from Stripe. */
export default function EventPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <QueryBoundary
      query={useQuery(eventQuery(id))}
      skeleton={<SkeletonLines lines={8} />}
      level="page"
    >
      {(event) => <EventDetails event={event} />}
    </QueryBoundary>
  );
}

function EventDetails({ event }: { event: Event }) {
  const { t, i18n } = useLingui();
  const payload = event.payload === null ? null : formatPayload(event.payload);
  const replay = useReplayEvents();
  const { id, type, status, error } = event;
  return (
    <ConsolePage
      title={type}
      parent={{ href: consolePaths.events, name: t`Stripe events` }}
      description={
        <p>
          <strong className={status === "dead" ? styles.failed : undefined}>
            {i18n._(statusLabels[status])}.
          </strong>{" "}
          {explainEventStatus(i18n, event)}
        </p>
      }
      actions={
        event.ignoredReason !== "other_mode" && (
          <Button
            kind={status === "dead" ? "primary" : "secondary"}
            busy={replay.isPending}
            onClick={() => replay.mutate([id])}
          >
            {replay.isPending ? t`Replaying…` : t`Replay`}
          </Button>
        )
      }
    >
      {replay.isSuccess && <Notice tone="info" title={describeReplay(i18n, replay.data)} />}
      {replay.isError && <ErrorNotice error={replay.error} />}
      {error && (
        <PageSection title={status === "dead" ? t`Error` : t`Last error`}>
          <p className={styles.error}>{error}</p>
        </PageSection>
      )}
      <EventFacts event={event} />
      <PageSection
        title={t`Payload`}
        description={t`For reference only. The shop always fetches the latest data from Stripe.`}
        actions={payload !== null && <CopyButton text={payload} label={t`Copy payload`} />}
      >
        {payload === null ? (
          <p>{describeRemovedPayload(i18n, event)}</p>
        ) : (
          <details className={styles.payload}>
            <summary>
              <Trans>Show payload</Trans>
            </summary>
            <pre>{payload}</pre>
          </details>
        )}
      </PageSection>
    </ConsolePage>
  );
}

function describeRemovedPayload(i18n: I18n, { payloadRemovedAt, ignoredReason }: Event): string {
  if (ignoredReason === "other_mode")
    return i18n._(msg`The payload was not stored because the event is from the other mode.`);
  if (payloadRemovedAt === null)
    return i18n._(
      msg`The payload was removed because of its age or because the customer deleted their account. You can still replay the event.`,
    );
  const date = formatsOf(i18n).dateTime(payloadRemovedAt);
  return i18n._(
    msg`The payload was removed on ${date} because of its age or because the customer deleted their account. You can still replay the event.`,
  );
}

function EventFacts({ event }: { event: Event }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { id, mode, userId, userName, userEmail, stripeCustomerId } = event;
  const isTest = (mode === "test") !== (event.ignoredReason === "other_mode");
  const dashboardUrl = `https://dashboard.stripe.com/${isTest ? "test/" : ""}events/${id}`;
  return (
    <DescriptionList
      items={[
        [t`Received`, formats.dateTime(event.receivedAt)],
        [t`Created in Stripe`, formats.dateTime(event.createdAt)],
        [t`Processed`, event.doneAt === null ? null : formats.dateTime(event.doneAt)],
        [t`Failed attempts`, event.attempts],
        [
          t`Next attempt`,
          event.nextAttemptAt === null ? null : formats.dateTime(event.nextAttemptAt),
        ],
        [
          t`Customer`,
          userId && (
            <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>
          ),
        ],
        [t`Stripe customer`, stripeCustomerId],
        [t`Event ID`, id],
        [
          t`Stripe`,
          <StripeLink key="stripe" href={dashboardUrl}>
            <Trans>View event in Stripe</Trans>
          </StripeLink>,
        ],
      ]}
    />
  );
}

function formatPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
