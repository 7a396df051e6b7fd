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
import { formatDateTime } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { describeReplay, statusLabels, type Event } from "./event-copy.ts";
import styles from "./events-page.module.css";
import { eventsKey, useReplayEvents } from "./queries.ts";

const filters: Filter[] = [
  {
    name: "status",
    label: "Show",
    options: [
      { value: "", label: "All" },
      { value: "dead", label: "Failed" },
      { value: "received", label: "Waiting" },
      { value: "unplaced", label: "Waiting for a customer" },
      { value: "ignored", label: "Ignored" },
    ],
  },
];

const baseColumns: Column<Event>[] = [
  { name: "Event", cell: ({ type }) => <BreakableName name={type} /> },
  { name: "Arrived", cell: ({ receivedAt }) => formatDateTime(receivedAt) },
  { name: "Customer", cell: (event) => <EventCustomer event={event} /> },
  { name: "State", cell: (event) => <EventStatus event={event} /> },
  { name: "Failed tries", cell: ({ attempts }) => attempts, numeric: true },
];

function getSelectionColumn(selectedIds: string[], onToggle: (id: string) => void): Column<Event> {
  return {
    name: "Choose",
    numeric: true,
    cell: ({ id, type, ignoredReason }) =>
      ignoredReason !== "other_mode" && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            aria-label={`Choose ${type}, ${id}`}
            checked={selectedIds.includes(id)}
            disabled={!selectedIds.includes(id) && selectedIds.length >= MAX_SELECTED}
            onChange={() => onToggle(id)}
          />
        </label>
      ),
  };
}

/** The maximum number of events that one request can replay by id. */
const MAX_SELECTED = 100;

/** `/admin/events`: the events from Stripe and their statuses. */
export default function EventsPage() {
  const [params] = useSearchParams();
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const [isConfirming, setIsConfirming] = useState(false);
  const replay = useReplayEvents();
  const toggleSelection = (id: string) =>
    setSelectedIds((before) =>
      before.includes(id) ? before.filter((other) => other !== id) : [...before, id],
    );
  const startReplay = (target: string[] | "failed") =>
    replay.mutate(target, {
      onSuccess: () => {
        setSelectedIds([]);
        setIsConfirming(false);
      },
    });

  const columns = [...baseColumns, getSelectionColumn(selectedIds, toggleSelection)];

  return (
    <ConsolePage
      title="Stripe events"
      description="What Stripe has told this shop, the latest first. Each has the shop look at Stripe again."
      actions={
        selectedIds.length > 0 ? (
          <Button kind="primary" busy={replay.isPending} onClick={() => startReplay(selectedIds)}>
            {replay.isPending ? "Replaying…" : `Replay ${selectedIds.length} chosen`}
          </Button>
        ) : (
          params.get("status") === "dead" && (
            <Button onClick={() => setIsConfirming(true)}>Replay all that failed</Button>
          )
        )
      }
    >
      {replay.isSuccess && <Notice tone="info" title={describeReplay(replay.data)} />}
      {replay.isError && !isConfirming && <ErrorNotice error={replay.error} />}
      <List
        label="Events"
        queryKey={eventsKey}
        fetchPage={(query) => read(api.admin.events.$get({ query }))}
        columns={columns}
        rowHref={({ id }) => consolePaths.event(id)}
        search="Event id, customer id or email"
        filters={filters}
        empty={
          <EmptyState title="Stripe has sent nothing yet.">
            <p>The first purchase brings the first events.</p>
          </EmptyState>
        }
      />
      {isConfirming && (
        <ConfirmDialog
          title="Replay all that failed?"
          confirmLabel="Replay all"
          cancelLabel="Not now"
          busy={replay.isPending}
          busyLabel="Replaying…"
          error={replay.error}
          onConfirm={() => startReplay("failed")}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            The shop asks Stripe anew about everyone concerned. Nothing is charged, and nothing is
            done twice.
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

function EventStatus({ event: { status, ignoredReason, payloadRemovedAt } }: { event: Event }) {
  const statusClasses = {
    dead: styles.failed,
    done: styles.quiet,
    ignored: styles.quiet,
    received: "",
    unplaced: "",
  };
  return (
    <span className={statusClasses[status]}>
      {statusLabels[status]}
      {ignoredReason === "other_mode" && " (other mode)"}
      {payloadRemovedAt !== null && ignoredReason !== "other_mode" && " (payload removed)"}
    </span>
  );
}
