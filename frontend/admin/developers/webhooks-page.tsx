import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDateTime, formatRelativeTime } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { Table, type Column } from "../frame/list.tsx";
import { DevelopersLayout } from "./developers-layout.tsx";
import styles from "./developers.module.css";
import { getEndpointLabel } from "./endpoint-copy.ts";
import { endpointsQuery, type Endpoint } from "./endpoint-queries.ts";
import { describeTypes } from "./event-types.ts";

const columns: Column<Endpoint>[] = [
  { name: "Endpoint", cell: ({ url }) => <span className={styles.url}>{url}</span> },
  { name: "Events", cell: ({ types }) => describeTypes(types) },
  { name: "Status", cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  { name: "Last delivery", cell: (endpoint) => describeLastDelivery(endpoint, Date.now()) },
];

/** `/admin/developers/webhooks`: the endpoints that get the shop's events. */
export default function WebhooksPage() {
  return (
    <DevelopersLayout
      description="This shop calls your programs when something changes: a payment, a refund, access that begins or ends."
      actions={
        <ButtonLink kind="primary" href={developerPaths.newEndpoint}>
          Add endpoint
        </ButtonLink>
      }
    >
      <QueryBoundary query={useQuery(endpointsQuery)} skeleton={<SkeletonLines lines={5} />}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState title="No endpoints yet">
              <p>
                An endpoint is a URL of your program. It gets an event for each change, so your
                program doesn’t have to ask again and again.
              </p>
            </EmptyState>
          ) : (
            <Table
              label="Endpoints"
              rows={endpoints}
              columns={columns}
              rowHref={({ id }) => developerPaths.endpoint(id)}
            />
          )
        }
      </QueryBoundary>
    </DevelopersLayout>
  );
}

/** An endpoint's status, in red if it needs the team. */
function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  const { status, failingSince } = endpoint;
  const needsTeam = status === "paused" || (status === "enabled" && failingSince !== null);
  const tone = needsTeam ? styles.failed : status === "disabled" ? styles.quiet : undefined;
  return (
    <span className={styles.stack}>
      <span className={tone}>{getEndpointLabel(endpoint)}</span>
      {needsTeam && failingSince !== null && (
        <span className={styles.quiet}>since {formatDateTime(Date.parse(failingSince))}</span>
      )}
    </span>
  );
}

function describeLastDelivery({ lastAttemptAt, lastStatus }: Endpoint, now: number): string {
  if (lastAttemptAt === null) return "None yet";
  return `${formatRelativeTime(Date.parse(lastAttemptAt), now)}: ${lastStatus ?? "no answer"}`;
}
