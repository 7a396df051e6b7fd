import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  describeAuditAction,
  describeAuditActor,
  describeAuditTarget,
} from "../frame/audit-copy.ts";
import { Table, type Column } from "../frame/list.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./customer-page.module.css";
import type { CustomerDetails } from "./queries.ts";

type Download = CustomerDetails["downloads"][number] & { id: string };

const downloadColumns: Column<Download>[] = [
  { name: msg`File`, cell: ({ name }) => name },
  { name: msg`First download`, cell: ({ firstAt }) => <Time at={firstAt} /> },
  { name: msg`Last download`, cell: ({ lastAt }) => <Time at={lastAt} /> },
  { name: msg`Downloads`, cell: ({ count }) => count, numeric: true },
];

/** The user's downloads. */
export function Downloads({ downloads }: { downloads: CustomerDetails["downloads"] }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Downloads`}
      rows={downloads.map((download) => ({ ...download, id: download.fileVersionId }))}
      columns={downloadColumns}
    />
  );
}

type Entry = NonNullable<CustomerDetails["audit"]>[number];

const entryColumns: Column<Entry>[] = [
  { name: msg`Action`, cell: ({ action }, { i18n }) => describeAuditAction(i18n, action) },
  { name: msg`Date`, cell: ({ createdAt }, { formats }) => formats.dateTime(createdAt) },
  { name: msg`Actor`, cell: (entry, { i18n }) => describeAuditActor(i18n, entry) },
  { name: msg`Object`, cell: (entry, { i18n }) => describeAuditTarget(i18n, entry).label },
];

/** The team's changes to this user. */
export function AuditLog({ entries }: { entries: NonNullable<CustomerDetails["audit"]> }) {
  const { t } = useLingui();
  if (entries.length === 0)
    return (
      <p className={styles.none}>
        <Trans>No changes yet</Trans>
      </p>
    );
  return <Table label={t`Audit log`} rows={entries} columns={entryColumns} />;
}
