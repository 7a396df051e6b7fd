import { msg } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CustomerLink } from "../customers/customer-name.tsx";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../list/table.tsx";
import { hasRole } from "../../../worker/shared/roles.ts";
import { useUser } from "../../http/session.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { stripeSyncQuery, useStartSweep, type SyncReport } from "./queries.ts";
import { describeSweep, incidentCopy } from "./stripe-sync-copy.ts";
import { OutageMode } from "./outage-mode.tsx";
import { Rebuild } from "./rebuild.tsx";

type Incident = SyncReport["incidents"][number];
type Sweep = SyncReport["sweeps"][number];

const sweepColumns: Column<Sweep>[] = [
  { name: msg`Started`, cell: ({ startedAt }, { formats }) => formats.dateTime(startedAt) },
  {
    name: msg`Compared`,
    cell: ({ kind, since }, { i18n, formats }) =>
      kind === "full" || since === null
        ? i18n._(msg`Everything`)
        : i18n._(msg`Changes since ${formats.dateTime(since)}, and a part of the rest`),
  },
  { name: msg`Result`, cell: (sweep, { i18n }) => describeSweep(i18n, sweep) },
];

const incidentColumns: Column<Incident>[] = [
  { name: msg`Finding`, cell: ({ kind }, { i18n }) => i18n._(incidentCopy[kind].name) },
  { name: msg`Date`, cell: ({ createdAt }, { formats }) => formats.dateTime(createdAt) },
  { name: msg`Customer`, cell: (incident) => <CustomerLink of={incident} /> },
  { name: msg`Details`, cell: ({ stripeObjectId, detail }) => `${stripeObjectId} ${detail}` },
  { name: msg`Resolution`, cell: ({ kind }, { i18n }) => i18n._(incidentCopy[kind].resolution) },
];

/** `/admin/doctor/stripe`: whether our rows match Stripe, and how to repair it. */
export default function StripeSyncPage() {
  const { t } = useLingui();
  const query = useQuery(stripeSyncQuery);
  const sweep = useStartSweep();
  const role = useUser()?.role ?? "buyer";
  return (
    <ConsolePage
      title={t`Stripe sync`}
      parent={{ href: consolePaths.doctor, name: t`Doctor` }}
      description={t`Every night, the shop compares its data with Stripe. Mismatches are re-synced.`}
      actions={
        <Button busy={sweep.isPending} onClick={() => sweep.mutate(undefined)}>
          {sweep.isPending ? t`Comparing…` : t`Compare now`}
        </Button>
      }
    >
      {sweep.isError && <ErrorNotice error={sweep.error} />}
      {sweep.data?.state === "interrupted" && (
        <Notice
          tone="info"
          title={t`The comparison has started.`}
          text={t`The rest is compared automatically, one part every five minutes.`}
        />
      )}
      <QueryBoundary query={query} lines={8}>
        {(report) => (
          <>
            {report.waiting > 0 && (
              <p>
                <Plural
                  value={{ waiting: report.waiting }}
                  one="# customer is waiting to be synced from Stripe."
                  other="# customers are waiting to be synced from Stripe."
                />
              </p>
            )}
            <PageSection title={t`Comparisons`}>
              {report.sweeps.length === 0 ? (
                <p>{t`No comparisons yet. The first one runs tonight.`}</p>
              ) : (
                <Table
                  label={t`Comparisons`}
                  columns={sweepColumns}
                  rows={report.sweeps.slice(0, 7)}
                />
              )}
            </PageSection>
            <PageSection title={t`Findings`}>
              {report.incidents.length === 0 ? (
                <p>{t`No findings yet. Findings and repairs appear here.`}</p>
              ) : (
                <Table label={t`Findings`} columns={incidentColumns} rows={report.incidents} />
              )}
            </PageSection>
            {hasRole(role, "owner") && (
              <>
                <OutageMode since={report.frozenSince} waiting={report.waiting} />
                <Rebuild rebuild={report.rebuild} />
              </>
            )}
          </>
        )}
      </QueryBoundary>
    </ConsolePage>
  );
}
