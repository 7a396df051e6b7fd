import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { InferResponseType } from "hono/client";
import { CustomerLink } from "../customers/customer-name.tsx";
import { translateLabel } from "../frame/label.tsx";
import { eventStatuses, describeReplay, explainEventStatus } from "./event-copy.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConsolePage, DescriptionList, PageSection, DetailPage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import type { api } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StripeLink } from "../frame/new-tab-links.tsx";
import styles from "./events-page.module.css";
import shapes from "../frame/shapes.module.css";
import { eventQuery, useReplayEvents } from "./queries.ts";

type Event = InferResponseType<(typeof api.admin.events)[":id"]["$get"]>;

/** `/admin/events/:id`: one event, why it failed, and its payload from Stripe. */
export default function EventPage() {
  return <DetailPage query={eventQuery} Content={EventDetails} />;
}

function EventDetails({ data: event }: { data: Event }) {
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
          <strong className={status === "dead" ? shapes.failed : undefined}>
            {translateLabel(i18n, eventStatuses[status].label)}.
          </strong>{" "}
          {explainEventStatus(i18n, event)}
        </p>
      }
      actions={
        event.ignoredReason !== "other_mode" &&
        event.ignoredReason !== "thin" && (
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
          <p className={shapes.code}>{error}</p>
        </PageSection>
      )}
      <EventFacts event={event} />
      <PageSection
        title={t`Payload`}
        description={t`For reference only. The shop always fetches the latest data from Stripe.`}
        actions={payload !== null && <CopyButton text={payload} label={t`Copy payload`} />}
      >
        {payload === null ? (
          <p>{describeMissingPayload(i18n, event)}</p>
        ) : (
          <details className={styles.payload}>
            <summary>{t`Show payload`}</summary>
            <pre>{payload}</pre>
          </details>
        )}
      </PageSection>
    </ConsolePage>
  );
}

function describeMissingPayload(i18n: I18n, event: Event): string {
  if (event.ignoredReason === "other_mode")
    return i18n._(msg`The payload was not stored because the event is from the other mode.`);
  if (event.isPayloadUnavailable)
    return i18n._(msg`The payload couldn’t be loaded from storage. Reload the page to try again.`);
  if (event.payloadRemovedAt === null)
    return i18n._(
      msg`The payload is no longer in storage. You can still replay the event, and view it in Stripe.`,
    );
  const date = formatsOf(i18n).dateTime(event.payloadRemovedAt);
  return i18n._(
    msg`The payload was removed on ${date} because of its age or because the customer deleted their account. You can still replay the event.`,
  );
}

function EventFacts({ event }: { event: Event }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { id, mode, stripeCustomerId } = event;
  const isTest = (mode === "test") !== (event.ignoredReason === "other_mode");
  const dashboardUrl = `https://dashboard.stripe.com/${isTest ? "test/" : ""}events/${id}`;
  return (
    <DescriptionList
      items={{
        [t`Received`]: formats.dateTime(event.receivedAt),
        [t`Created in Stripe`]: formats.dateTime(event.createdAt),
        [t`Processed`]: event.doneAt === null ? null : formats.dateTime(event.doneAt),
        [t`Failed attempts`]: event.attempts,
        [t`Next attempt`]:
          event.nextAttemptAt === null ? null : formats.dateTime(event.nextAttemptAt),
        [t`Customer`]: event.userId && <CustomerLink of={event} />,
        [t`Stripe customer`]: stripeCustomerId,
        [t`Event ID`]: id,
        [t`Stripe`]: <StripeLink href={dashboardUrl}>{t`View event in Stripe`}</StripeLink>,
      }}
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
