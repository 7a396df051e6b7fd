import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { api, read } from "../../http/client.ts";
import type { BulkAction } from "../frame/bulk/bulk-action.ts";
import { PageSection } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { deliveryStatusOptions, describeAttempt, getDeliveryLabel } from "./endpoint-copy.ts";
import {
  fetchDeliveries,
  getDeliveriesKey,
  type Delivery,
  type EndpointDetails,
} from "./endpoint-queries.ts";
import { RetrySince } from "./retry-since.tsx";

const { retry } = api.admin.developers.endpoints[":id"].deliveries[":deliveryId"];

const columns: Column<Delivery>[] = [
  {
    name: msg`Event`,
    cell: ({ type }, { i18n }) => <BreakableName name={type ?? i18n._(msg`Event expired`)} />,
  },
  { name: msg`Status`, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { name: msg`Response`, cell: (delivery, { i18n }) => describeAttempt(i18n, delivery) },
  {
    name: msg`Latest attempt`,
    cell: ({ attemptedAt }, { formats }) =>
      attemptedAt === null ? "–" : formats.dateTime(Date.parse(attemptedAt)),
  },
  { name: msg`Attempts`, numeric: true, cell: ({ attempts }) => attempts },
];

/** The deliveries of an endpoint, newest event first. */
export function Deliveries({ endpoint }: { endpoint: EndpointDetails }) {
  const { t } = useLingui();
  return (
    <PageSection
      title={t`Deliveries`}
      description={t`One delivery per event. Successful deliveries are kept for 30 days.`}
      actions={<RetrySince endpointId={endpoint.id} />}
    >
      <List
        label={t`Deliveries`}
        queryKey={getDeliveriesKey(endpoint.id)}
        fetchPage={(query) => fetchDeliveries(endpoint.id, query)}
        columns={columns}
        rowHref={({ id }) => developerPaths.delivery(endpoint.id, id)}
        bulk={{
          getName: ({ type, id }) => (type === null ? id : `${type}, ${id}`),
          actions: [createRetryAction(endpoint.id)],
        }}
        filters={[{ name: "status", label: t`Status`, options: deliveryStatusOptions }]}
        empty={
          <EmptyState title={t`No deliveries yet`}>
            <p>
              <Trans>Events sent to this endpoint appear here.</Trans>
            </p>
          </EmptyState>
        }
      />
    </PageSection>
  );
}

function createRetryAction(endpointId: string): BulkAction<Delivery> {
  return {
    label: msg`Send again`,
    doneLabel: msg`Queued`,
    explanation: msg`Each event is sent to the endpoint again with the same ID.`,
    getRefusal: ({ type }) => (type === null ? msg`The event is no longer in the feed.` : null),
    run: ({ id: deliveryId }) => read(retry.$post({ param: { id: endpointId, deliveryId } })),
  };
}

function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { i18n } = useLingui();
  const { status, error } = delivery;
  const tone =
    status === "delivered"
      ? "good"
      : status === "failed"
        ? "bad"
        : error === null
          ? "neutral"
          : "warning";
  return <StatusBadge tone={tone}>{getDeliveryLabel(i18n, delivery)}</StatusBadge>;
}
