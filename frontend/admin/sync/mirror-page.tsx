import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { mirrorQuery, useStartSweep, type SyncReport } from "./queries.ts";
import { describeSweep, incidentCopy } from "./mirror-copy.ts";
import { OutageMode } from "./outage-mode.tsx";
import { Rebuild } from "./rebuild.tsx";

type Incident = SyncReport["incidents"][number];
type Sweep = SyncReport["sweeps"][number];

const sweepColumns: Column<Sweep>[] = [
  { name: "Began", cell: ({ startedAt }) => formatDateTime(startedAt) },
  { name: "Result", cell: describeSweep },
];

const incidentColumns: Column<Incident>[] = [
  { name: "What", cell: ({ kind }) => incidentCopy[kind].name },
  { name: "When", cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: "Whose", cell: (incident) => <IncidentCustomer incident={incident} /> },
  { name: "Found", cell: ({ stripeObjectId, detail }) => `${stripeObjectId} ${detail}` },
  { name: "What was done", cell: ({ kind }) => incidentCopy[kind].resolution },
];

/** `/admin/doctor/stripe`: whether the mirror matches Stripe, and how to repair it. */
export default function MirrorPage() {
  const query = useQuery(mirrorQuery);
  const sweep = useStartSweep();
  const role = useUser()?.role ?? "buyer";
  return (
    <ConsolePage
      title="Compared with Stripe"
      parent={{ href: consolePaths.doctor, name: "Doctor" }}
      description="Every night all that Stripe has is compared with all that is here. Who differs is fetched again."
      actions={
        <Button busy={sweep.isPending} onClick={() => sweep.mutate(undefined)}>
          {sweep.isPending ? "Comparing…" : "Compare now"}
        </Button>
      }
    >
      {sweep.isError && <ErrorNotice error={sweep.error} />}
      {sweep.data?.state === "interrupted" && (
        <Notice tone="info" title="The first part is compared.">
          <p>The rest follows by itself, every five minutes a part.</p>
        </Notice>
      )}
      <QueryBoundary query={query} skeleton={<SkeletonLines lines={8} />}>
        {(report) => (
          <>
            {report.waiting > 0 && (
              <p>
                {report.waiting === 1 ? "One customer waits" : `${report.waiting} customers wait`}{" "}
                to be fetched from Stripe.
              </p>
            )}
            <PageSection title="Comparisons">
              {report.sweeps.length === 0 ? (
                <p>None has been made yet. The first one comes tonight.</p>
              ) : (
                <Table
                  label="Comparisons"
                  columns={sweepColumns}
                  rows={report.sweeps.slice(0, 7)}
                />
              )}
            </PageSection>
            <PageSection title="What was found">
              {report.incidents.length === 0 ? (
                <p>
                  Nothing has differed. What is found, and what was done about it, will stand here.
                </p>
              ) : (
                <Table label="Findings" columns={incidentColumns} rows={report.incidents} />
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

function IncidentCustomer({ incident: { userId, userName, userEmail } }: { incident: Incident }) {
  if (!userId) return "–";
  return <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>;
}
