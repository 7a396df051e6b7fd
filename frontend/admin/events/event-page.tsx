import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { Link, useParams } from "wouter";
import { ConsolePage, Facts, Part } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import type { api } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { StripeLink } from "../orders/stripe-link.tsx";
import { describeReplay, explainStatus, statusWords } from "./event-copy.ts";
import styles from "./events-page.module.css";
import { eventQuery, useReplay } from "./queries.ts";

type Event = InferResponseType<(typeof api.admin.events)[":id"]["$get"]>;

/** `/admin/events/:id`: one event, why it failed, and what Stripe sent. */
export default function EventPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <Loaded query={useQuery(eventQuery(id))} skeleton={<SkeletonLines lines={8} />} level="page">
      {(event) => <Whole event={event} />}
    </Loaded>
  );
}

function Whole({ event }: { event: Event }) {
  const replay = useReplay();
  const { id, type, status, error } = event;
  return (
    <ConsolePage
      title={type}
      up={{ href: consolePaths.events, name: "Events" }}
      about={
        <p>
          <strong className={status === "dead" ? styles.failed : undefined}>
            {statusWords[status]}.
          </strong>{" "}
          {explainStatus(event)}
        </p>
      }
      actions={
        status !== "ignored" && (
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
        <Part title={status === "dead" ? "Why it failed" : "What the last try said"}>
          <p className={styles.error}>{error}</p>
        </Part>
      )}
      <EventFacts event={event} />
      <Part
        title="What Stripe sent"
        about="For reading only: the shop goes by what Stripe says when it asks."
        actions={<CopyButton text={pretty(event.payload)} label="Copy what Stripe sent" />}
      >
        <details className={styles.payload}>
          <summary>Show it</summary>
          <pre>{pretty(event.payload)}</pre>
        </details>
      </Part>
    </ConsolePage>
  );
}

function EventFacts({ event }: { event: Event }) {
  const { id, mode, userId, userName, userEmail, stripeCustomerId } = event;
  const dashboard = `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}events/${id}`;
  return (
    <Facts
      facts={[
        ["Arrived", formatMoment(event.receivedAt)],
        ["Made at Stripe", formatMoment(event.createdAt)],
        ["Done", event.doneAt === null ? null : formatMoment(event.doneAt)],
        ["Failed tries", event.attempts],
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
          <StripeLink key="stripe" href={dashboard}>
            Open in the dashboard
          </StripeLink>,
        ],
      ]}
    />
  );
}

function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
