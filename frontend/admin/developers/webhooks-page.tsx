import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { Table, type CellContext, type Column } from "../list/table.tsx";
import { SectionLayout } from "../frame/section-layout.tsx";
import styles from "./developers.module.css";
import shapes from "../frame/shapes.module.css";
import { getEndpointLabel } from "./endpoint-copy.ts";
import { endpointsQuery, type Endpoint } from "./endpoint-queries.ts";
import { describeTypes } from "./event-types.ts";

const columns: Column<Endpoint>[] = [
  { name: msg`Endpoint`, cell: ({ url }) => <span className={styles.url}>{url}</span> },
  { name: msg`Events`, cell: ({ types }, { i18n }) => describeTypes(i18n, types) },
  { name: msg`Status`, cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  {
    name: msg`Last delivery`,
    cell: (endpoint, context) => describeLastDelivery(endpoint, Date.now(), context),
  },
];

/** `/admin/developers/webhooks`: the endpoints that get the shop's events. */
export default function WebhooksPage() {
  const { t } = useLingui();
  return (
    <SectionLayout
      section="developers"
      description={t`Webhooks notify your programs when something changes, such as a payment, a refund or a customer’s access.`}
      actions={
        <ButtonLink kind="primary" href={developerPaths.newEndpoint}>
          {t`Add endpoint`}
        </ButtonLink>
      }
    >
      <QueryBoundary query={useQuery(endpointsQuery)} lines={5}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState
              title={t`No endpoints yet`}
              text={t`An endpoint is a URL of your program. The shop sends it an event for each change, so your program doesn’t have to poll the API.`}
            />
          ) : (
            <Table
              label={t`Endpoints`}
              rows={endpoints}
              columns={columns}
              rowHref={({ id }) => developerPaths.endpoint(id)}
            />
          )
        }
      </QueryBoundary>
    </SectionLayout>
  );
}

/** An endpoint's status, in red if it needs the team. */
function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { status, failingSince } = endpoint;
  const since = failingSince === null ? null : formats.dateTime(Date.parse(failingSince));
  const needsTeam = status === "paused" || (status === "enabled" && failingSince !== null);
  const tone = needsTeam ? shapes.failed : status === "disabled" ? shapes.soft : undefined;
  return (
    <span className={shapes.lines}>
      <span className={tone}>{getEndpointLabel(i18n, endpoint)}</span>
      {needsTeam && since !== null && <span className={shapes.soft}>{t`since ${since}`}</span>}
    </span>
  );
}

function describeLastDelivery(
  { lastAttemptAt, lastStatus: status }: Endpoint,
  now: number,
  { i18n, formats }: CellContext,
): string {
  if (lastAttemptAt === null) return i18n._(msg`None yet`);
  const time = formats.relativeTime(Date.parse(lastAttemptAt), now);
  return status === null
    ? i18n._(msg`${time}: no response`)
    : i18n._(msg`${time}: status ${status}`);
}
