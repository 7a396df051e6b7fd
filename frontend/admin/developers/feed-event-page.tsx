import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import styles from "./developers.module.css";
import { describeAttempt, getDeliveryLabel } from "./endpoint-copy.ts";
import { getEventSentence } from "./event-types.ts";
import { getObjectPath } from "./object-path.ts";
import { feedEventQuery, type FeedEventDetails } from "./queries.ts";

/** `/admin/developers/events/:id`: one event of the feed, and where it was delivered. */
export default function FeedEventPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <QueryBoundary
      query={useQuery(feedEventQuery(id))}
      skeleton={<SkeletonLines lines={8} />}
      level="page"
    >
      {(event) => <FeedEventDetailsPage event={event} />}
    </QueryBoundary>
  );
}

type EventDelivery = FeedEventDetails["deliveries"][number];

const columns: Column<EventDelivery>[] = [
  { name: "Endpoint", cell: ({ url }) => <span className={styles.url}>{url}</span> },
  { name: "Status", cell: getDeliveryLabel },
  { name: "Answer", cell: (delivery) => describeAttempt({ ...delivery, durationMs: null }) },
  {
    name: "Latest attempt",
    cell: ({ attemptedAt }) => (attemptedAt === null ? "–" : formatDateTime(attemptedAt)),
  },
];

function FeedEventDetailsPage({ event }: { event: FeedEventDetails }) {
  const { type, wire, deliveries } = event;
  return (
    <ConsolePage
      title={type}
      parent={{ href: developerPaths.feed, name: "Events" }}
      description={getEventSentence(type)}
    >
      <EventFacts event={event} />
      <PageSection title="Event" description="As the feed and the webhooks send it.">
        <CodeBlock label="the event" title={wire.id} code={JSON.stringify(wire, null, 2)} />
      </PageSection>
      <PageSection title="Deliveries">
        {deliveries.length === 0 ? (
          <p className={styles.quiet}>This event has no deliveries.</p>
        ) : (
          <Table
            label="Deliveries"
            rows={deliveries}
            columns={columns}
            rowHref={({ endpointId, id }) => developerPaths.delivery(endpointId, id)}
          />
        )}
      </PageSection>
    </ConsolePage>
  );
}

function EventFacts({ event }: { event: FeedEventDetails }) {
  const { userId, userName, userEmail, objectId, actorType, actorName, actorId } = event;
  const href = getObjectPath(event);
  const object = <code>{objectId}</code>;
  const actors = { user: actorName ?? actorId, key: `API key ${actorName ?? actorId}` };
  return (
    <DescriptionList
      items={[
        ["Happened", formatDateTime(event.createdAt)],
        [
          "About",
          href === null ? (
            object
          ) : (
            <Link key="object" href={href}>
              {object}
            </Link>
          ),
        ],
        [
          "Customer",
          userId && (
            <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>
          ),
        ],
        ["Changed by", actorType === "system" ? `The shop (${actorId})` : actors[actorType]],
        ["Number in the feed", event.sequence],
        ["Request", <code key="request">{event.requestId}</code>],
      ]}
    />
  );
}
