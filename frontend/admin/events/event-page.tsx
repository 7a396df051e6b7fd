import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { Link, useParams } from "wouter";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import type { api } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
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
  const payload = event.payload === null ? null : formatPayload(event.payload);
  const replay = useReplayEvents();
  const { id, type, status, error } = event;
  return (
    <ConsolePage
      title={type}
      parent={{ href: consolePaths.events, name: "Stripe events" }}
      description={
        <p>
          <strong className={status === "dead" ? styles.failed : undefined}>
            {statusLabels[status]}.
          </strong>{" "}
          {explainEventStatus(event)}
        </p>
      }
      actions={
        event.ignoredReason !== "other_mode" && (
          <Button
            kind={status === "dead" ? "primary" : "secondary"}
            busy={replay.isPending}
            onClick={() => replay.mutate([id])}
          >
            {replay.isPending ? "Replaying…" : "Replay"}
          </Button>
        )
      }
    >
      {replay.isSuccess && <Notice tone="info" title={describeReplay(replay.data)} />}
      {replay.isError && <ErrorNotice error={replay.error} />}
      {error && (
        <PageSection title={status === "dead" ? "Why it failed" : "What the last try said"}>
          <p className={styles.error}>{error}</p>
        </PageSection>
      )}
      <EventFacts event={event} />
      <PageSection
        title="What Stripe sent"
        description="For reading only: the shop goes by what Stripe says when it asks."
        actions={payload !== null && <CopyButton text={payload} label="Copy what Stripe sent" />}
      >
        {payload === null ? (
          <p>{describeRemovedPayload(event)}</p>
        ) : (
          <details className={styles.payload}>
            <summary>Show it</summary>
            <pre>{payload}</pre>
          </details>
        )}
      </PageSection>
    </ConsolePage>
  );
}

function describeRemovedPayload({ payloadRemovedAt, ignoredReason }: Event): string {
  if (ignoredReason === "other_mode") return "Not stored, because it is from the other mode.";
  const day = payloadRemovedAt === null ? "" : ` on ${formatDateTime(payloadRemovedAt)}`;
  return `Removed${day}, because of its age or because the customer deleted their account. The event can still be replayed: the shop asks Stripe again.`;
}

function EventFacts({ event }: { event: Event }) {
  const { id, mode, userId, userName, userEmail, stripeCustomerId } = event;
  const isTest = (mode === "test") !== (event.ignoredReason === "other_mode");
  const dashboardUrl = `https://dashboard.stripe.com/${isTest ? "test/" : ""}events/${id}`;
  return (
    <DescriptionList
      items={[
        ["Arrived", formatDateTime(event.receivedAt)],
        ["Made at Stripe", formatDateTime(event.createdAt)],
        ["Done", event.doneAt === null ? null : formatDateTime(event.doneAt)],
        ["Failed tries", event.attempts],
        ["Next try", event.nextAttemptAt === null ? null : formatDateTime(event.nextAttemptAt)],
        [
          "Customer",
          userId && (
            <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>
          ),
        ],
        ["Stripe's customer", stripeCustomerId],
        ["Event", id],
        [
          "At Stripe",
          <StripeLink key="stripe" href={dashboardUrl}>
            Open in the dashboard
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
