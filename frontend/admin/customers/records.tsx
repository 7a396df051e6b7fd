import { msg, plural } from "@lingui/core/macro";
import { useLingui, Trans } from "@lingui/react/macro";
import {
  describeAuditActor,
  describeAuditChange,
  describeAuditTarget,
} from "../audit/audit-copy.ts";
import { Table, type Column } from "../list/table.tsx";
import { Time } from "../../ui/time.tsx";
import shapes from "../frame/shapes.module.css";
import {
  type CustomerDetails,
  type StripeState,
  useSetLicenseDisabled,
  type License,
} from "./queries.ts";
import { translateLabel, joinFacts } from "../frame/label.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { InvoiceStatus } from "../orders/purchase-parts.tsx";
import { StripeLink } from "../frame/new-tab-links.tsx";
import rows from "../../ui/row-list.module.css";
import styles from "./customer-page.module.css";
import type { I18n } from "@lingui/core";
import { useState, Fragment, type ReactNode } from "react";
import { licenseStates } from "./license-states.ts";
import { RowAction } from "../frame/row-action.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

type Download = CustomerDetails["downloads"][number] & { id: string };

const downloadColumns: Column<Download>[] = [
  { name: msg`File`, cell: ({ name }) => name },
  { name: msg`First download`, cell: ({ firstAt }) => <Time at={firstAt} /> },
  { name: msg`Last download`, cell: ({ lastAt }) => <Time at={lastAt} /> },
  { name: msg`Downloads`, numeric: true, phone: "named", cell: ({ count }) => count },
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
  { name: msg`Action`, cell: (entry, { i18n }) => describeAuditChange(i18n, entry) },
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
            <InvoiceStatus status={status} />
          </div>
        </li>
      )}
    </LimitedRows>
  );
}

/** A user's license keys with their devices. Valid keys can be disabled, and disabled keys enabled. */
export function Licenses({ licenses }: { licenses: License[] }) {
  const { t, i18n } = useLingui();
  const change = useSetLicenseDisabled();
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <ul className={rows.rows}>
        {licenses.map((license) => (
          <li key={license.id}>
            <div className={rows.main}>
              <p className={shapes.code}>{license.key}</p>
              <p className={rows.detail}>{describeLicense(i18n, license)}</p>
              {license.activations.length > 0 && (
                <ul className={styles.branch}>
                  {license.activations.map((activation) => (
                    <Device key={activation.id} activation={activation} />
                  ))}
                </ul>
              )}
            </div>
            <div className={styles.side}>
              <span className={shapes.soft}>
                {translateLabel(i18n, licenseStates[license.state].label)}
              </span>
              {(license.state === "granted" || license.state === "disabled") && (
                <RowAction
                  label={license.state === "granted" ? t`Disable` : t`Enable`}
                  about={license.key}
                  busy={change.isPending}
                  onClick={() =>
                    change.mutate({ id: license.id, isDisabled: license.state === "granted" })
                  }
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Device({ activation }: { activation: License["activations"][number] }) {
  const { t } = useLingui();
  const [now] = useState(() => Date.now());
  const lastSeen = useFormats().relativeTime(activation.lastSeenAt, now);
  return (
    <li>
      {activation.label || activation.fingerprint}{" "}
      <span className={shapes.soft}>{t`Last seen: ${lastSeen}`}</span>
    </li>
  );
}

function describeLicense(i18n: I18n, license: License): string {
  const formats = formatsOf(i18n);
  const { activations, activationLimit, perSeat, quantity, uses, expiresAt } = license;
  const limit = activationLimit === null ? null : activationLimit * (perSeat ? quantity : 1);
  const count = activations.length;
  const issued = formats.date(license.createdAt);
  const expires = expiresAt === null ? null : formats.date(expiresAt);
  return joinFacts(
    i18n._(msg`Issued ${issued}`),
    limit === null
      ? i18n._(msg`${plural(count, { one: "# device", other: "# devices" })}`)
      : i18n._(msg`${count} of ${plural(limit, { one: "# device", other: "# devices" })}`),
    uses > 0 && i18n._(msg`Used ${plural(uses, { one: "# time", other: "# times" })}`),
    expires !== null && i18n._(msg`Expires ${expires}`),
  );
}

/** How many rows are shown at first, so that what comes below stays in reach. */
const SHOWN_AT_FIRST = 5;

/** A list of rows, of which a button shows all. @param props.label what they are: "Emails" */
export function LimitedRows<Item extends { id: string }>({
  items,
  label,
  children,
}: {
  items: Item[];
  label: string;
  children: (item: Item) => ReactNode;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const count = items.length;
  const isLong = count > SHOWN_AT_FIRST;
  return (
    <>
      <ul className={rows.rows}>
        {items.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((item) => (
          <Fragment key={item.id}>{children(item)}</Fragment>
        ))}
      </ul>
      {isLong && !showsAll && (
        <div>
          <Button onClick={() => setShowsAll(true)}>
            <Trans>
              Show all ({count}) <VisuallyHidden>{label}</VisuallyHidden>
            </Trans>
          </Button>
        </div>
      )}
    </>
  );
}
