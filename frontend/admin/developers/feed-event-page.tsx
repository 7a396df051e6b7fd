import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
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
  { name: msg`Endpoint`, cell: ({ url }) => <span className={styles.url}>{url}</span> },
  { name: msg`Status`, cell: (delivery, { i18n }) => getDeliveryLabel(i18n, delivery) },
  {
    name: msg`Response`,
    cell: (delivery, { i18n }) => describeAttempt(i18n, { ...delivery, durationMs: null }),
  },
  {
    name: msg`Latest attempt`,
    cell: ({ attemptedAt }, { formats }) =>
      attemptedAt === null ? "–" : formats.dateTime(attemptedAt),
  },
];

function FeedEventDetailsPage({ event }: { event: FeedEventDetails }) {
  const { t, i18n } = useLingui();
  const { type, wire, deliveries } = event;
  return (
    <ConsolePage
      title={type}
      parent={{ href: developerPaths.feed, name: t`Events` }}
      description={getEventSentence(i18n, type)}
    >
      <EventFacts event={event} />
      <PageSection title={t`Event`} description={t`As sent by webhooks and the event feed.`}>
        <CodeBlock label={t`the event`} title={wire.id} code={JSON.stringify(wire, null, 2)} />
      </PageSection>
      <PageSection title={t`Deliveries`}>
        {deliveries.length === 0 ? (
          <p className={styles.quiet}>
            <Trans>No deliveries for this event</Trans>
          </p>
        ) : (
          <Table
            label={t`Deliveries`}
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
  const formats = useFormats();
  const { t } = useLingui();
  const { userId, userName, userEmail, objectId, actorType, actorName, actorId } = event;
  const href = getObjectPath(event);
  const object = <code>{objectId}</code>;
  const actor = actorName ?? actorId;
  const actors = { user: actor, key: t`API key ${actor}`, system: t`Shop (${actorId})` };
  return (
    <DescriptionList
      items={[
        [t`Created`, formats.dateTime(event.createdAt)],
        [
          t`Object`,
          href === null ? (
            object
          ) : (
            <Link key="object" href={href}>
              {object}
            </Link>
          ),
        ],
        [
          t`Customer`,
          userId && (
            <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>
          ),
        ],
        [t`Changed by`, actors[actorType]],
        [t`Sequence number`, event.sequence],
        [t`Request ID`, <code key="request">{event.requestId}</code>],
      ]}
    />
  );
}
