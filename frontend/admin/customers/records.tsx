import type { MessageDescriptor } from "@lingui/core";
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

type Mail = CustomerDetails["mails"][number];

/** What each kind of email is about. */
export const mailKindLabels: Record<Mail["kind"], MessageDescriptor> = {
  purchase: msg`Purchase confirmation`,
  payment_failed: msg`Payment failed`,
  ending_soon: msg`Ending soon`,
  access_ended: msg`Access ended`,
  refunded_duplicate: msg`Duplicate payment refunded`,
  refund_failed: msg`Refund failed`,
  keys_arrived: msg`License keys available`,
  trial_refused: msg`Free trial did not start`,
  refunded: msg`Refund`,
  cancellation: msg`Subscription canceled`,
  cancellation_undone: msg`Subscription resumed`,
  plan_changed: msg`Plan changed`,
  account_deleted: msg`Account deleted`,
  endpoint_stopped: msg`Webhook endpoint stopped`,
  price_change: msg`Price change`,
  notification: msg`Team notification`,
  notification_digest: msg`Daily digest`,
  price_change_canceled: msg`Price change canceled`,
};

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
