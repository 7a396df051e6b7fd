import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import { List, type Column, type Filter } from "../frame/list.tsx";
import { DevelopersLayout } from "./developers-layout.tsx";
import { eventTypes } from "./event-types.ts";
import { getObjectPath } from "./object-path.ts";
import { feedKey, fetchFeed, type FeedEvent } from "./queries.ts";

const filters: Filter[] = [
  {
    name: "type",
    label: msg`Type`,
    options: [
      { value: "", label: msg`All` },
      ...eventTypes.map((type) => ({ value: type, label: type })),
    ],
  },
];

const columns: Column<FeedEvent>[] = [
  { name: msg`Event`, cell: ({ type }) => <BreakableName name={type} /> },
  { name: msg`Created`, cell: ({ createdAt }, { formats }) => formats.dateTime(createdAt) },
  { name: msg`Customer`, cell: (event) => <EventCustomer event={event} /> },
  { name: msg`Object`, cell: (event) => <EventObject event={event} /> },
  { name: msg`Sequence`, numeric: true, cell: ({ sequence }) => sequence },
];

/** `/admin/developers/events`: the feed of everything that happened, newest first. */
export default function FeedPage() {
  const { t } = useLingui();
  return (
    <DevelopersLayout
      description={t`Everything that happened in this shop, newest first. Webhooks deliver these events, and programs can read them from the event feed of the API.`}
    >
      <List
        label={t`Events`}
        queryKey={feedKey}
        fetchPage={fetchFeed}
        columns={columns}
        rowHref={({ id }) => developerPaths.feedEvent(id)}
        search={t`Customer email or ID`}
        filters={filters}
        empty={
          <EmptyState title={t`No events yet`}>
            <p>
              <Trans>Events appear here after the first sign-in, purchase or gift.</Trans>
            </p>
          </EmptyState>
        }
      />
    </DevelopersLayout>
  );
}

function EventCustomer({ event: { userId, userName, userEmail } }: { event: FeedEvent }) {
  if (userId === null) return "–";
  return <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>;
}

/** The kind and the end of an id, which is enough to tell rows apart: `ord_…6tyr65`. */
function shortenId(id: string): string {
  const [kind] = id.split("_");
  return `${kind}_…${id.slice(-6)}`;
}

/** The order, license, … that changed, with a link if the console has a page for it. */
function EventObject({ event }: { event: FeedEvent }) {
  const href = getObjectPath(event);
  const feature = event.type.startsWith("entitlement.")
    ? event.objectId.slice(event.objectId.indexOf(":") + 1)
    : null;
  const label = <code title={event.objectId}>{feature ?? shortenId(event.objectId)}</code>;
  return href === null || feature !== null ? label : <Link href={href}>{label}</Link>;
}
