import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { ShortId, type Column } from "../list/table.tsx";
import { CustomerLink } from "../customers/customer-name.tsx";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { SectionLayout } from "../frame/section-layout.tsx";
import { eventTypes } from "./event-types.ts";
import { getObjectPath } from "./object-path.ts";
import { feedKey, type FeedEvent } from "./queries.ts";
import { api } from "../../http/client.ts";

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
  { name: msg`Customer`, cell: (event) => <CustomerLink of={event} /> },
  { name: msg`Object`, cell: (event) => <EventObject event={event} /> },
  { name: msg`Sequence`, numeric: true, phone: "named", cell: ({ sequence }) => sequence },
];

/** `/admin/developers/events`: the feed of everything that happened, newest first. */
export default function FeedPage() {
  const { t } = useLingui();
  return (
    <SectionLayout
      section="developers"
      description={t`Everything that happened in this shop, newest first. Webhooks deliver these events, and programs can read them from the event feed of the API.`}
    >
      <List
        label={t`Events`}
        queryKey={feedKey}
        source={api.admin.developers.feed}
        columns={columns}
        rowHref={({ id }) => developerPaths.feedEvent(id)}
        search={t`Customer email or ID`}
        filters={filters}
        emptyTitle={t`No events yet`}
        emptyText={t`Events appear here after the first sign-in, purchase or gift.`}
      />
    </SectionLayout>
  );
}

/** The order, license, … that changed, with a link if the console has a page for it. */
function EventObject({ event }: { event: FeedEvent }) {
  const href = getObjectPath(event);
  const feature = event.type.startsWith("entitlement.")
    ? event.objectId.slice(event.objectId.indexOf(":") + 1)
    : null;
  if (feature !== null) return <code title={event.objectId}>{feature}</code>;
  const id = <ShortId id={event.objectId} />;
  return href === null ? id : <Link href={href}>{id}</Link>;
}
