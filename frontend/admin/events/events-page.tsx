import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column, type Filter } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import type { BulkAction } from "../frame/bulk/bulk-action.ts";
import { ListDay } from "../frame/list-time.tsx";
import type { View } from "../frame/list-views.tsx";
import { ShortId } from "../frame/short-id.tsx";
import { Notice } from "../../ui/notice.tsx";
import { describeReplay, statusLabels, type Event } from "./event-copy.ts";
import styles from "./events-page.module.css";
import { eventsKey, useReplayEvents } from "./queries.ts";

const filters: Filter[] = [
  {
    name: "status",
    label: msg`Status`,
    options: [
      { value: "", label: msg`All` },
      { value: "dead", label: msg`Failed` },
      { value: "received", label: msg`Pending` },
      { value: "unplaced", label: msg`Waiting for a customer` },
      { value: "ignored", label: msg`Ignored` },
    ],
  },
];

const columns: Column<Event>[] = [
  {
    name: msg`Event`,
    cell: ({ type }) => <BreakableName name={type} />,
    detail: ({ id }) => <ShortId id={id} />,
  },
  {
    name: msg`Received`,
    cell: ({ receivedAt }) => <ListDay at={receivedAt} />,
    detail: ({ receivedAt }, { formats }) => formats.time(receivedAt),
  },
  { name: msg`Customer`, cell: (event) => <EventCustomer event={event} /> },
  { name: msg`Status`, cell: (event) => <EventStatus event={event} /> },
  { name: msg`Failed attempts`, cell: ({ attempts }) => attempts, numeric: true },
];

const views: View[] = [
  { name: msg`All`, query: {} },
  { name: msg`Failed`, query: { status: "dead" } },
  { name: msg`Pending`, query: { status: "received" } },
];

const replayAction: BulkAction<Event> = {
  label: msg`Replay`,
  doneLabel: msg`Replayed`,
  explanation: msg`The shop fetches the latest data from Stripe for each affected customer. Nothing is charged, and nothing is processed twice.`,
  getRefusal: ({ ignoredReason }) =>
    ignoredReason === "other_mode" ? msg`This event is from the other mode (test or live).` : null,
  run: ({ id }) => read(api.admin.replays.$post({ json: { eventIds: [id] } })),
};

/** `/admin/events`: the events from Stripe and their statuses. */
export default function EventsPage() {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const [isConfirming, setIsConfirming] = useState(false);
  const replay = useReplayEvents();
  const startReplay = () => replay.mutate("failed", { onSuccess: () => setIsConfirming(false) });

  return (
    <ConsolePage
      title={t`Stripe events`}
      description={t`Webhook events from Stripe, newest first. For each event, the shop fetches the latest data from Stripe.`}
      actions={
        params.get("status") === "dead" && (
          <Button onClick={() => setIsConfirming(true)}>
            <Trans>Replay all failed events</Trans>
          </Button>
        )
      }
    >
      {replay.isSuccess && <Notice tone="info" title={describeReplay(i18n, replay.data)} />}
      {replay.isError && !isConfirming && <ErrorNotice error={replay.error} />}
      <List
        label={t`Events`}
        queryKey={eventsKey}
        fetchPage={(query) => read(api.admin.events.$get({ query }))}
        columns={columns}
        rowHref={({ id }) => consolePaths.event(id)}
        search={t`Event ID, customer ID or email`}
        filters={filters}
        views={{ list: "events", views }}
        bulk={{ getName: ({ type, id }) => `${type}, ${id}`, actions: [replayAction] }}
        empty={
          <EmptyState title={t`No events yet`}>
            <p>
              <Trans>Events from Stripe appear here after the first purchase.</Trans>
            </p>
          </EmptyState>
        }
      />
      {isConfirming && (
        <ConfirmDialog
          title={t`Replay all failed events?`}
          confirmLabel={t`Replay all`}
          cancelLabel={t`Cancel`}
          busy={replay.isPending}
          busyLabel={t`Replaying…`}
          error={replay.error}
          onConfirm={startReplay}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            <Trans>
              The shop fetches the latest data from Stripe for each affected customer. Nothing is
              charged, and nothing is processed twice.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </ConsolePage>
  );
}

function EventCustomer({ event: { userId, userName, userEmail } }: { event: Event }) {
  if (!userId) return <span className={styles.quiet}>–</span>;
  return <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>;
}

const statusTones: Record<Event["status"], Tone> = {
  dead: "bad",
  done: "good",
  ignored: "neutral",
  received: "warning",
  unplaced: "warning",
};

function EventStatus({ event: { status, ignoredReason, payloadRemovedAt } }: { event: Event }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <StatusBadge tone={statusTones[status]}>{i18n._(statusLabels[status])}</StatusBadge>{" "}
      {ignoredReason === "other_mode" && t`(other mode)`}
      {payloadRemovedAt !== null && ignoredReason !== "other_mode" && t`(payload removed)`}
    </>
  );
}
