import { msg, plural } from "@lingui/core/macro";
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
import { stripeSyncQuery, useStartSweep, type SyncReport, useRebuild } from "./queries.ts";
import { describeSweep, incidentCopy } from "./stripe-sync-copy.ts";
import { OutageMode } from "./outage-mode.tsx";
import type { I18n } from "@lingui/core";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useState } from "react";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import shapes from "../frame/shapes.module.css";

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
                <Rebuild lastRebuild={report.rebuild} />
              </>
            )}
          </>
        )}
      </QueryBoundary>
    </ConsolePage>
  );
}

/** Rebuilds all mirrored rows from Stripe after a confirmation, and shows the progress. */
function Rebuild({ lastRebuild }: { lastRebuild: SyncReport["rebuild"] }) {
  const { t, i18n } = useLingui();
  const unknownCustomers = lastRebuild?.withoutUser.join(", ");
  const [isConfirming, setIsConfirming] = useState(false);
  const [customers, setCustomers] = useState(0);
  const rebuild = useRebuild(setCustomers);
  // After a fresh sign-in, the user must confirm again.
  const freshSignIn = useFreshSignIn("rebuild", rebuild, () => setIsConfirming(true));
  const start = () => {
    setIsConfirming(false);
    setCustomers(0);
    rebuild.mutate();
  };
  return (
    <PageSection
      title={t`Rebuild`}
      description={t`Fetches every customer from Stripe again. Use this after you lost or restored the database. Correct data doesn’t change.`}
    >
      {lastRebuild && !rebuild.isPending && <p>{describeRebuild(i18n, lastRebuild)}</p>}
      {lastRebuild && lastRebuild.withoutUser.length > 0 && (
        <p>{t`Stripe customers without an account in this shop: ${unknownCustomers}`}</p>
      )}
      <p className={shapes.actions}>
        <Button busy={rebuild.isPending} onClick={() => setIsConfirming(true)}>
          {rebuild.isPending ? t`Rebuilding…` : t`Rebuild from Stripe`}
        </Button>
        <output>
          {rebuild.isPending && (
            <Plural value={customers} one="# customer so far" other="# customers so far" />
          )}
        </output>
      </p>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
      {isConfirming && (
        <ConfirmDialog
          title={t`Rebuild from Stripe?`}
          confirmLabel={t`Rebuild`}
          busy={rebuild.isPending}
          busyLabel={t`Rebuilding…`}
          onConfirm={start}
          onClose={() => setIsConfirming(false)}
          text={t`Every customer is fetched from Stripe again. This can take a while and continues if you leave this page. Nobody is charged, and the shop stays open.`}
        />
      )}
    </PageSection>
  );
}

function describeRebuild(
  i18n: I18n,
  { startedAt, finishedAt, customers }: NonNullable<SyncReport["rebuild"]>,
): string {
  const formats = formatsOf(i18n);
  if (finishedAt === null) {
    const started = formats.dateTime(startedAt);
    return i18n._(
      msg`${plural(customers, {
        one: `In progress since ${started}: # customer so far. It continues automatically.`,
        other: `In progress since ${started}: # customers so far. It continues automatically.`,
      })}`,
    );
  }
  const finished = formats.dateTime(finishedAt);
  return i18n._(
    msg`${plural(customers, {
      one: `Last finished on ${finished}: # customer.`,
      other: `Last finished on ${finished}: # customers.`,
    })}`,
  );
}
