import {
  describeAuditAction,
  describeAuditActor,
  describeAuditTarget,
} from "../frame/audit-copy.ts";
import { Table, type Column } from "../frame/list.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./customer-page.module.css";
import type { CustomerDetails } from "./queries.ts";

type Mail = CustomerDetails["mails"][number];

const mailKindLabels: Record<Mail["kind"], string> = {
  purchase: "What they bought or were given",
  payment_failed: "A payment failed",
  ending_soon: "It ends soon",
  access_ended: "It ended",
  refunded_duplicate: "A second payment was sent back",
  refund_failed: "A refund failed",
  keys_arrived: "License keys arrived",
  trial_refused: "A free trial did not start",
  endpoint_stopped: "A webhook endpoint stopped",
  price_change: "A new price",
  price_change_canceled: "The price stays as it is",
};

const mailStatusLabels: Record<Mail["status"], string> = {
  queued: "Waits to be sent",
  sent: "Sent",
  skipped: "Not sent",
  dead: "Could not be sent",
};

const mailColumns: Column<Mail>[] = [
  { name: "About", cell: ({ kind }) => mailKindLabels[kind] },
  { name: "When", cell: ({ sentAt, createdAt }) => formatDateTime(sentAt ?? createdAt) },
  {
    name: "State",
    cell: ({ status, error }) =>
      error && status !== "sent"
        ? `${mailStatusLabels[status]}: ${error}`
        : mailStatusLabels[status],
  },
];

/** The emails to a user: sent, or not sent and why. */
export function Mails({ mails }: { mails: Mail[] }) {
  if (mails.length === 0) return <p className={styles.none}>Nothing was sent yet.</p>;
  return <Table label="Mails" rows={mails} columns={mailColumns} />;
}

type Download = CustomerDetails["downloads"][number] & { id: string };

const downloadColumns: Column<Download>[] = [
  { name: "File", cell: ({ name }) => name },
  { name: "First", cell: ({ firstAt }) => <Time at={firstAt} /> },
  { name: "Last", cell: ({ lastAt }) => <Time at={lastAt} /> },
  { name: "Times", cell: ({ count }) => count, numeric: true },
];

/** The user's downloads. */
export function Downloads({ downloads }: { downloads: CustomerDetails["downloads"] }) {
  return (
    <Table
      label="Downloads"
      rows={downloads.map((download) => ({ ...download, id: download.fileVersionId }))}
      columns={downloadColumns}
    />
  );
}

type Entry = NonNullable<CustomerDetails["audit"]>[number];

const entryColumns: Column<Entry>[] = [
  { name: "What", cell: ({ action }) => describeAuditAction(action) },
  { name: "When", cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: "Who", cell: (entry) => describeAuditActor(entry) },
  { name: "Changed object", cell: (entry) => describeAuditTarget(entry).label },
];

/** The team's changes to this user. */
export function AuditLog({ entries }: { entries: NonNullable<CustomerDetails["audit"]> }) {
  if (entries.length === 0) return <p className={styles.none}>Nothing was changed.</p>;
  return <Table label="Changes" rows={entries} columns={entryColumns} />;
}
