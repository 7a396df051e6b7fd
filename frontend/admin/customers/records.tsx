import { Table, type Column } from "../frame/list.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./customer-page.module.css";
import type { CustomerPage } from "./queries.ts";

type Mail = CustomerPage["mails"][number];

const kinds: Record<Mail["kind"], string> = {
  purchase: "What they bought or were given",
  payment_failed: "A payment failed",
  ending_soon: "It ends soon",
  access_ended: "It ended",
  refunded_duplicate: "A second payment was sent back",
};

const states: Record<Mail["status"], string> = {
  queued: "Waits to be sent",
  sent: "Sent",
  skipped: "Not sent",
  dead: "Could not be sent",
};

const mailColumns: Column<Mail>[] = [
  { name: "About", cell: ({ kind }) => kinds[kind] },
  { name: "When", cell: ({ sentAt, createdAt }) => formatMoment(sentAt ?? createdAt) },
  {
    name: "State",
    cell: ({ status, error }) =>
      error && status !== "sent" ? `${states[status]}: ${error}` : states[status],
  },
];

/** What was sent to somebody, and what was not and why. */
export function Mails({ mails }: { mails: Mail[] }) {
  if (mails.length === 0) return <p className={styles.none}>Nothing was sent yet.</p>;
  return <Table label="Mails" rows={mails} columns={mailColumns} />;
}

type Download = CustomerPage["downloads"][number] & { id: string };

const downloadColumns: Column<Download>[] = [
  { name: "File", cell: ({ name }) => name },
  { name: "First", cell: ({ firstAt }) => <Time at={firstAt} /> },
  { name: "Last", cell: ({ lastAt }) => <Time at={lastAt} /> },
  { name: "Times", cell: ({ count }) => count, numeric: true },
];

/** What somebody has downloaded. */
export function Downloads({ downloads }: { downloads: CustomerPage["downloads"] }) {
  return (
    <Table
      label="Downloads"
      rows={downloads.map((download) => ({ ...download, id: download.fileVersionId }))}
      columns={downloadColumns}
    />
  );
}

type Entry = NonNullable<CustomerPage["audit"]>[number];

const entryColumns: Column<Entry>[] = [
  { name: "What", cell: ({ action }) => <code>{action}</code> },
  { name: "When", cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: "Who", cell: ({ actorName, actorId }) => actorName ?? actorId },
  { name: "Of", cell: ({ targetId }) => <code>{targetId}</code> },
];

/** What the team changed for somebody. */
export function Log({ entries }: { entries: NonNullable<CustomerPage["audit"]> }) {
  if (entries.length === 0) return <p className={styles.none}>Nothing was changed.</p>;
  return <Table label="Changes" rows={entries} columns={entryColumns} />;
}
