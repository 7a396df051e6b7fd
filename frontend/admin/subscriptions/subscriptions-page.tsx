import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { BulkAction } from "../frame/bulk/bulk-action.ts";
import type { View } from "../frame/list-views.tsx";
import { ShortId } from "../frame/short-id.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { getCustomerLabel } from "../orders/order-copy.ts";
import { customerColumn, dayColumn } from "../orders/sale-columns.tsx";
import { useSaleFilters } from "../orders/use-sale-filters.ts";
import { subscriptionsKey, type ListedSubscription, type SubscriptionQuery } from "./queries.ts";
import {
  describeItems,
  describeNext,
  getProductNames,
  getSubscriptionStatusLabel,
  getSubscriptionTone,
  statusOptions,
} from "./subscription-copy.ts";

const columns: Column<ListedSubscription>[] = [
  {
    name: msg`Product`,
    cell: ({ items }, { i18n }) => getProductNames(i18n, items),
    detail: ({ id }) => <ShortId id={id} />,
  },
  customerColumn,
  {
    name: msg`Status`,
    cell: ({ status }, { i18n }) => (
      <StatusBadge tone={getSubscriptionTone(status)}>
        {getSubscriptionStatusLabel(i18n, status)}
      </StatusBadge>
    ),
  },
  { name: msg`Next`, cell: ({ next }, { i18n }) => describeNext(i18n, next) },
  dayColumn(msg`Started`),
  { name: msg`Price`, numeric: true, cell: ({ items }, { i18n }) => describeItems(i18n, items) },
];

const views: View[] = [
  { name: msg`All`, query: {} },
  { name: msg`Active`, query: { status: "active" } },
  { name: msg`Free trial`, query: { status: "trialing" } },
  { name: msg`Past due`, query: { status: "past_due" } },
  { name: msg`Ending soon`, query: { status: "ending" } },
  { name: msg`Ended`, query: { status: "canceled" } },
];

const cancelAction: BulkAction<ListedSubscription> = {
  label: msg`Cancel at period end`,
  doneLabel: msg`Canceled`,
  explanation: msg`Each subscription stays active until the end of its paid period and doesn’t renew. No refunds are issued.`,
  isDangerous: true,
  getRefusal: ({ endedAt, next }) =>
    endedAt !== null || next.kind === "ended"
      ? msg`It has already ended.`
      : next.kind === "ends"
        ? msg`It’s already canceled.`
        : null,
  run: ({ id }) => read(api.admin.subscriptions[":id"].cancellation.$post({ param: { id } })),
};

/** `/admin/subscriptions`: all subscriptions. */
export default function SubscriptionsPage() {
  const { t, i18n } = useLingui();
  const filters = useSaleFilters(statusOptions);
  const isAdmin = useIsAdmin();
  return (
    <ConsolePage
      title={t`Subscriptions`}
      description={t`Recurring purchases. Open a subscription to cancel or refund it.`}
    >
      <List
        label={t`Subscriptions`}
        queryKey={subscriptionsKey}
        fetchPage={(query) =>
          read(api.admin.subscriptions.$get({ query: query as SubscriptionQuery }))
        }
        columns={columns}
        rowHref={({ id }) => consolePaths.subscription(id)}
        search={t`Email, name or ID`}
        filters={filters}
        dates={t`Started`}
        views={{ list: "subscriptions", views }}
        summary={{
          describeCount: (count, isMore) =>
            isMore
              ? t`More than ${plural(count, { one: "# subscription", other: "# subscriptions" })}`
              : t`${plural(count, { one: "# subscription", other: "# subscriptions" })}`,
          fetch: (query) =>
            read(api.admin.subscriptions.summary.$get({ query: query as SubscriptionQuery })),
        }}
        bulk={{
          getName: ({ user, items }) =>
            `${getProductNames(i18n, items)}, ${getCustomerLabel(i18n, user)}`,
          actions: isAdmin ? [cancelAction] : [],
        }}
        csvHref="/api/admin/subscriptions/export"
        empty={
          <EmptyState title={t`No subscriptions yet`}>
            <p>
              <Trans>Recurring purchases appear here.</Trans>
            </p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}
