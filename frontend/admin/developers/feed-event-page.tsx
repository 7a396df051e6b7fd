import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { CustomerLink } from "../customers/customer-name.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { ConsolePage, DescriptionList, PageSection, DetailPage } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../list/table.tsx";
import styles from "./developers.module.css";
import shapes from "../frame/shapes.module.css";
import { describeAttempt, getDeliveryLabel } from "./endpoint-copy.ts";
import { getEventSentence } from "./event-types.ts";
import { getObjectPath } from "./object-path.ts";
import { feedEventQuery, type FeedEventDetails } from "./queries.ts";

/** `/admin/developers/events/:id`: one event of the feed, and where it was delivered. */
export default function FeedEventPage() {
  return <DetailPage query={feedEventQuery} Content={FeedEventDetailsPage} />;
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

function FeedEventDetailsPage({ data: event }: { data: FeedEventDetails }) {
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
          <p className={shapes.soft}>{t`No deliveries for this event`}</p>
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
  const { objectId, actorType, actorName, actorId } = event;
  const href = getObjectPath(event);
  const object = <code>{objectId}</code>;
  const actor = actorName ?? actorId;
  const actors = { user: actor, key: t`API key ${actor}`, system: t`Shop (${actorId})` };
  return (
    <DescriptionList
      items={{
        [t`Created`]: formats.dateTime(event.createdAt),
        [t`Object`]: href === null ? object : <Link href={href}>{object}</Link>,
        [t`Customer`]: event.userId && <CustomerLink of={event} />,
        [t`Changed by`]: actors[actorType],
        [t`Sequence number`]: event.sequence,
        [t`Request ID`]: <code>{event.requestId}</code>,
      }}
    />
  );
}
