import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column, type Filter } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dotted } from "../../ui/breakable-name.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { describeReplay, statusWords, type Event } from "./event-copy.ts";
import styles from "./events-page.module.css";
import { eventsKey, useReplay } from "./queries.ts";

const filters: Filter[] = [
  {
    name: "status",
    label: "Show",
    options: [
      { value: "", label: "All" },
      { value: "dead", label: "Failed" },
      { value: "received", label: "Waiting" },
      { value: "ignored", label: "Not ours" },
    ],
  },
];

const facts: Column<Event>[] = [
  { name: "Event", cell: ({ type }) => <Dotted name={type} /> },
  { name: "Arrived", cell: ({ receivedAt }) => formatMoment(receivedAt) },
  { name: "Customer", cell: (event) => <Customer event={event} /> },
  { name: "State", cell: (event) => <State event={event} /> },
  { name: "Failed tries", cell: ({ attempts }) => attempts, numeric: true },
];

function choiceColumn(chosen: string[], choose: (id: string) => void): Column<Event> {
  return {
    name: "Choose",
    numeric: true,
    cell: ({ id, type, status }) =>
      status !== "ignored" && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            aria-label={`Choose ${type}, ${id}`}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= CHOSEN_AT_MOST}
            onChange={() => choose(id)}
          />
        </label>
      ),
  };
}

/** The most that are replayed by name. */
const CHOSEN_AT_MOST = 100;

/** `/admin/events`: what Stripe has sent, and what became of it. */
export default function EventsPage() {
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<string[]>([]);
  const [asking, setAsking] = useState(false);
  const replay = useReplay();
  const choose = (id: string) =>
    setChosen((before) =>
      before.includes(id) ? before.filter((other) => other !== id) : [...before, id],
    );
  const start = (which: string[] | "failed") =>
    replay.mutate(which, {
      onSuccess: () => {
        setChosen([]);
        setAsking(false);
      },
    });

  const columns = [...facts, choiceColumn(chosen, choose)];

  return (
    <ConsolePage
      title="Events"
      about="What Stripe has told this shop, the latest first. Each has the shop look at Stripe again."
      actions={
        chosen.length > 0 ? (
          <Button kind="primary" busy={replay.isPending} onClick={() => start(chosen)}>
            {replay.isPending ? "Replaying…" : `Replay ${chosen.length} chosen`}
          </Button>
        ) : (
          params.get("status") === "dead" && (
            <Button onClick={() => setAsking(true)}>Replay all that failed</Button>
          )
        )
      }
    >
      {replay.isSuccess && <Notice tone="info" title={describeReplay(replay.data)} />}
      {replay.isError && !asking && <ErrorNotice error={replay.error} />}
      <List
        label="Events"
        queryKey={eventsKey}
        fetchPage={(query) => read(api.admin.events.$get({ query }))}
        columns={columns}
        rowHref={({ id }) => consolePaths.event(id)}
        search="Event id, customer id or email"
        filters={filters}
        empty={
          <Empty title="Stripe has sent nothing yet.">
            <p>The first purchase brings the first events.</p>
          </Empty>
        }
      />
      {asking && (
        <ConfirmDialog
          title="Replay all that failed?"
          confirm="Replay all"
          keep="Not now"
          busy={replay.isPending}
          busyLabel="Replaying…"
          error={replay.error}
          onConfirm={() => start("failed")}
          onClose={() => setAsking(false)}
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

function Customer({ event: { userId, userName, userEmail } }: { event: Event }) {
  if (!userId) return <span className={styles.quiet}>–</span>;
  return <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>;
}

function State({ event: { status } }: { event: Event }) {
  const look = { dead: styles.failed, done: styles.quiet, ignored: styles.quiet, received: "" };
  return <span className={look[status]}>{statusWords[status]}</span>;
}
