import { msg } from "@lingui/core/macro";
import { useLingui, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { Badge } from "../frame/label.tsx";
import { api, read } from "../../http/client.ts";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { PageSection } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import type { Column } from "../list/table.tsx";
import {
  deliveryStatusOptions,
  describeAttempt,
  getDeliveryStatus,
  describeRetried,
} from "./endpoint-copy.ts";
import {
  getDeliveriesKey,
  type Delivery,
  type EndpointDetails,
  useRetrySince,
} from "./endpoint-queries.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/fields.tsx";

const { deliveries } = api.admin.developers.endpoints[":id"];
const { retry } = deliveries[":deliveryId"];

const columns: Column<Delivery>[] = [
  {
    name: msg`Event`,
    cell: ({ type }, { i18n }) => <BreakableName name={type ?? i18n._(msg`Event expired`)} />,
  },
  { name: msg`Status`, cell: (delivery) => <Badge {...getDeliveryStatus(delivery)} /> },
  { name: msg`Response`, cell: (delivery, { i18n }) => describeAttempt(i18n, delivery) },
  {
    name: msg`Latest attempt`,
    cell: ({ attemptedAt }, { formats }) =>
      attemptedAt === null ? "–" : formats.dateTime(Date.parse(attemptedAt)),
  },
  { name: msg`Attempts`, numeric: true, phone: "named", cell: ({ attempts }) => attempts },
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
        source={{ $get: ({ query }) => deliveries.$get({ param: { id: endpoint.id }, query }) }}
        columns={columns}
        rowHref={({ id }) => developerPaths.delivery(endpoint.id, id)}
        bulk={{
          getName: ({ type, id }) => (type === null ? id : `${type}, ${id}`),
          actions: [createRetryAction(endpoint.id)],
        }}
        filters={[{ name: "status", label: t`Status`, options: deliveryStatusOptions }]}
        emptyTitle={t`No deliveries yet`}
        emptyText={t`Events sent to this endpoint appear here.`}
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

const HOUR = 3_600_000;

function useSinceOptions() {
  const { t } = useLingui();
  return [
    { value: String(HOUR), label: t`Last hour` },
    { value: String(24 * HOUR), label: t`Last 24 hours` },
    { value: String(3 * 24 * HOUR), label: t`Last 3 days` },
    { value: String(7 * 24 * HOUR), label: t`Last 7 days` },
    { value: String(30 * 24 * HOUR), label: t`Last 30 days` },
  ];
}

/** Retries all deliveries since a time that did not succeed. */
function RetrySince({ endpointId }: { endpointId: string }) {
  const { t, i18n } = useLingui();
  const sinceOptions = useSinceOptions();
  const [isOpen, setIsOpen] = useState(false);
  const [ageMs, setAgeMs] = useState(sinceOptions[1]!.value);
  const retry = useRetrySince(endpointId);
  const open = () => {
    retry.reset();
    setIsOpen(true);
  };
  return (
    <>
      <Button onClick={open}>{t`Retry failed deliveries`}</Button>
      <output>{retry.data && describeRetried(i18n, retry.data.retried)}</output>
      {isOpen && (
        <ConfirmDialog
          title={t`Retry failed deliveries?`}
          confirmLabel={t`Retry`}
          busy={retry.isPending}
          busyLabel={t`Retrying…`}
          error={retry.error}
          onConfirm={() =>
            retry.mutate(new Date(Date.now() - Number(ageMs)).toISOString(), {
              onSuccess: () => setIsOpen(false),
            })
          }
          onClose={() => setIsOpen(false)}
        >
          <p>
            <Trans>
              All events that this endpoint didn’t accept are sent again. Use the{" "}
              <code>webhook-id</code> header to detect duplicates.
            </Trans>
          </p>
          <SelectField
            label={t`Events from`}
            options={sinceOptions}
            value={ageMs}
            onChange={(event) => setAgeMs(event.target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
