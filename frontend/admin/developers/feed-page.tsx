import { Link } from "wouter";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import { List, type Column, type Filter } from "../frame/list.tsx";
import { DevelopersLayout } from "./developers-layout.tsx";
import { eventTypes } from "./event-types.ts";
import { getObjectPath } from "./object-path.ts";
import { feedKey, fetchFeed, type FeedEvent } from "./queries.ts";

const filters: Filter[] = [
  {
    name: "type",
    label: "Type",
    options: [
      { value: "", label: "All" },
      ...eventTypes.map((type) => ({ value: type, label: type })),
    ],
  },
];

const columns: Column<FeedEvent>[] = [
  { name: "Event", cell: ({ type }) => <BreakableName name={type} /> },
  { name: "Happened", cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: "Customer", cell: (event) => <EventCustomer event={event} /> },
  { name: "About", cell: (event) => <EventObject event={event} /> },
  { name: "Number", numeric: true, cell: ({ sequence }) => sequence },
];

/** `/admin/developers/events`: the feed of everything that happened, newest first. */
export default function FeedPage() {
  return (
    <DevelopersLayout description="Everything that happened in this shop, newest first. Webhooks deliver these events, and programs read them from the feed of the API.">
      <List
        label="Events"
        queryKey={feedKey}
        fetchPage={fetchFeed}
        columns={columns}
        rowHref={({ id }) => developerPaths.feedEvent(id)}
        search="Customer’s email or id"
        filters={filters}
        empty={
          <EmptyState title="No events yet">
            <p>The first sign-in, purchase or gift makes the first events.</p>
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

/** The order, license, … that changed, with a link if the console has a page for it. */
function EventObject({ event }: { event: FeedEvent }) {
  const href = getObjectPath(event);
  const feature = event.type.startsWith("entitlement.")
    ? event.objectId.slice(event.objectId.indexOf(":") + 1)
    : null;
  const label = <code>{feature ?? event.objectId}</code>;
  return href === null || feature !== null ? label : <Link href={href}>{label}</Link>;
}
