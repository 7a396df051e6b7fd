import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  describeAuditAction,
  describeAuditActor,
  describeAuditTarget,
} from "../audit/audit-copy.ts";
import { Table, type Column } from "../list/table.tsx";
import { Time } from "../../ui/time.tsx";
import shapes from "../frame/shapes.module.css";
import type { CustomerDetails, StripeState } from "./queries.ts";
import { Badge, type Status } from "../frame/label.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { StripeLink } from "../orders/stripe-link.tsx";
import rows from "../../ui/row-list.module.css";
import { LimitedRows } from "./limited-rows.tsx";
import styles from "./customer-page.module.css";

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
  if (entries.length === 0) return <p className={shapes.soft}>{t`No changes yet`}</p>;
  return <Table label={t`Audit log`} rows={entries} columns={entryColumns} />;
}

/** Stripe's statuses of invoices. */
const statuses: Record<string, Status> = {
  draft: { tone: "neutral", label: msg`Draft` },
  open: { tone: "warning", label: msg`Open` },
  paid: { tone: "good", label: msg`Paid` },
  uncollectible: { tone: "bad", label: msg`Uncollectible` },
  void: { tone: "neutral", label: msg`Void` },
};

/** The customer's invoices at Stripe. */
export function Invoices({ invoices }: { invoices: StripeState["invoices"] }) {
  const formats = useFormats();
  const { t } = useLingui();
  return (
    <LimitedRows items={invoices} label={t`Invoices`}>
      {({ number, status, totalMinor, currency, createdAt, url }) => (
        <li>
          <div className={rows.main}>
            <p className={rows.name}>
              <StripeLink href={url}>{number ?? t`No number yet`}</StripeLink>
            </p>
            <p className={rows.detail}>
              <Time at={createdAt} />
            </p>
          </div>
          <div className={styles.side}>
            {formats.money(totalMinor, currency)}
            <Badge {...(statuses[status ?? ""] ?? { tone: "neutral", label: status ?? "" })} />
          </div>
        </li>
      )}
    </LimitedRows>
  );
}
