import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSearchParams } from "wouter";
import { CustomerLink } from "../customers/customer-name.tsx";
import { dayColumn, type Column } from "../list/table.tsx";
import { Badge, toOptions } from "../frame/label.tsx";
import { eventStatuses, describeReplay, type Event } from "./event-copy.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { BreakableName } from "../../ui/breakable-name.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { toViews } from "../list/list-views.tsx";
import { Notice } from "../../ui/notice.tsx";
import { eventsKey, useReplayEvents } from "./queries.ts";

const filters: Filter[] = [
  {
    name: "status",
    label: msg`Status`,
    options: toOptions({
      "": msg`All`,
      dead: msg`Failed`,
      received: msg`Pending`,
      unmatched: msg`Waiting for a customer`,
      ignored: msg`Ignored`,
    }),
  },
];

const columns: Column<Event>[] = [
  {
    name: msg`Event`,
    cell: ({ type }) => <BreakableName name={type} />,
  },
  dayColumn(msg`Received`, ({ receivedAt }) => receivedAt),
  { name: msg`Customer`, cell: (event) => <CustomerLink of={event} /> },
  { name: msg`Status`, cell: (event) => <EventStatus event={event} /> },
  {
    name: msg`Failed attempts`,
    numeric: true,
    phone: "named",
    cell: ({ attempts }) => attempts,
  },
];

const views = toViews("status", { dead: msg`Failed`, received: msg`Pending` });

const replayAction: BulkAction<Event> = {
  label: msg`Replay`,
  doneLabel: msg`Replayed`,
  explanation: msg`The shop fetches the latest data from Stripe for each affected customer. Nothing is charged, and nothing is processed twice.`,
  getRefusal: ({ ignoredReason }) => {
    if (ignoredReason === "thin") return msg`This is a thin event.`;
    return ignoredReason === "other_mode"
      ? msg`This event is from the other mode (test or live).`
      : null;
  },
  run: ({ id }) => read(api.admin.replays.$post({ json: { eventIds: [id] } })),
};

/** `/admin/events`: the events from Stripe and their statuses. */
export default function EventsPage() {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const replay = useReplayEvents();
  const replayingAll = useConfirmation(replay);
  return (
    <ConsolePage
      title={t`Stripe events`}
      description={t`Webhook events from Stripe, newest first. For each event, the shop fetches the latest data from Stripe.`}
      actions={
        params.get("status") === "dead" && (
          <Button onClick={() => replayingAll.ask("failed")}>{t`Replay all failed events`}</Button>
        )
      }
    >
      {replay.isSuccess && <Notice tone="info" title={describeReplay(i18n, replay.data)} />}
      {replay.isError && !replayingAll.asked && <ErrorNotice error={replay.error} />}
      <List
        label={t`Events`}
        queryKey={eventsKey}
        source={api.admin.events}
        columns={columns}
        rowHref={({ id }) => consolePaths.event(id)}
        search={t`Event ID, customer ID or email`}
        filters={filters}
        views={{ list: "events", views }}
        bulk={{ getName: ({ type, id }) => `${type}, ${id}`, actions: [replayAction] }}
        emptyTitle={t`No events yet`}
        emptyText={t`Events from Stripe appear here after the first purchase.`}
      />
      {replayingAll.asked && (
        <ConfirmDialog
          title={t`Replay all failed events?`}
          confirmLabel={t`Replay all`}
          busyLabel={t`Replaying…`}
          text={t`The shop fetches the latest data from Stripe for each affected customer. Nothing is charged, and nothing is processed twice.`}
          {...replayingAll.dialog}
        />
      )}
    </ConsolePage>
  );
}

function EventStatus({ event: { status, ignoredReason, payloadRemovedAt } }: { event: Event }) {
  const { t } = useLingui();
  return (
    <>
      <Badge {...eventStatuses[status]} /> {ignoredReason === "other_mode" && t`(other mode)`}
      {payloadRemovedAt !== null && ignoredReason !== "other_mode" && t`(payload removed)`}
    </>
  );
}
