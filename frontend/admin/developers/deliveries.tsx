import { BreakableName } from "../../ui/breakable-name.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { PageSection } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import styles from "./developers.module.css";
import { deliveryStatusOptions, describeAttempt, getDeliveryLabel } from "./endpoint-copy.ts";
import {
  fetchDeliveries,
  getDeliveriesKey,
  type Delivery,
  type EndpointDetails,
} from "./endpoint-queries.ts";
import { RetrySince } from "./retry-since.tsx";

const columns: Column<Delivery>[] = [
  { name: "Event", cell: ({ type }) => <BreakableName name={type ?? "No longer in the feed"} /> },
  { name: "Status", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { name: "Answer", cell: (delivery) => describeAttempt(delivery) },
  {
    name: "Latest attempt",
    cell: ({ attemptedAt }) =>
      attemptedAt === null ? "–" : formatDateTime(Date.parse(attemptedAt)),
  },
  { name: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
];

/** The deliveries of an endpoint, newest event first. */
export function Deliveries({ endpoint }: { endpoint: EndpointDetails }) {
  return (
    <PageSection
      title="Deliveries"
      description="One for each event. Delivered ones are kept for 30 days."
      actions={<RetrySince endpointId={endpoint.id} />}
    >
      <List
        label="Deliveries"
        queryKey={getDeliveriesKey(endpoint.id)}
        fetchPage={(query) => fetchDeliveries(endpoint.id, query)}
        columns={columns}
        rowHref={({ id }) => developerPaths.delivery(endpoint.id, id)}
        filters={[{ name: "status", label: "Show", options: deliveryStatusOptions }]}
        empty={
          <EmptyState title="No deliveries yet">
            <p>Events sent to this endpoint appear here.</p>
          </EmptyState>
        }
      />
    </PageSection>
  );
}

function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, error } = delivery;
  const isFailing = status === "failed" || (status === "pending" && error !== null);
  return (
    <span className={isFailing ? styles.failed : undefined}>{getDeliveryLabel(delivery)}</span>
  );
}
