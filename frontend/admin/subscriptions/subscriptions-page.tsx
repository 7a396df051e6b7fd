import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { dayColumn, type Column } from "../list/table.tsx";
import { Badge } from "../frame/label.tsx";
import {
  getSubscriptionStatus,
  describeItems,
  describeNext,
  getProductNames,
  statusOptions,
} from "./subscription-copy.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import { api, read } from "../../http/client.ts";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { toViews } from "../list/list-views.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { getCustomerLabel } from "../orders/order-copy.ts";
import { customerColumn, useSaleFilters } from "../orders/sale-list.tsx";
import { subscriptionsKey, type ListedSubscription } from "./queries.ts";

const columns: Column<ListedSubscription>[] = [
  {
    name: msg`Product`,
    cell: ({ items }, { i18n }) => getProductNames(i18n, items),
    picture: ({ items }) => items[0]?.product ?? null,
  },
  customerColumn,
  {
    name: msg`Status`,
    // On phones, what comes next says it, too.
    phone: "left_out",
    cell: ({ status }) => <Badge {...getSubscriptionStatus(status)} />,
  },
  { name: msg`Next`, cell: ({ next }, { i18n }) => describeNext(i18n, next) },
  {
    ...dayColumn<ListedSubscription>(msg`Started`, ({ createdAt }) => createdAt),
    phone: "left_out",
  },
  {
    name: msg`Price`,
    numeric: true,
    phone: "beside",
    cell: ({ items }, { i18n }) => describeItems(i18n, items),
  },
];

const views = toViews("status", {
  active: msg`Active`,
  trialing: msg`Free trial`,
  past_due: msg`Past due`,
  ending: msg`Ending soon`,
  canceled: msg`Ended`,
});

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
  fields: [{ name: "reason", label: msg`Reason`, hint: msg`For your team only.` }],
  run: ({ id }, { reason = "" }) =>
    read(api.admin.subscriptions[":id"].cancellation.$post({ param: { id }, json: { reason } })),
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
        source={api.admin.subscriptions}
        columns={columns}
        rowHref={({ id }) => consolePaths.subscription(id)}
        search={t`Email, name or ID`}
        filters={filters}
        dates={t`Started`}
        views={{ list: "subscriptions", views }}
        summary={{
          describeCount: (count) =>
            t`${plural(count, { one: "# subscription", other: "# subscriptions" })}`,
          source: api.admin.subscriptions.summary,
        }}
        bulk={{
          getName: ({ user, items }) =>
            `${getProductNames(i18n, items)}, ${getCustomerLabel(i18n, user)}`,
          actions: isAdmin ? [cancelAction] : [],
        }}
        csvHref="/api/admin/subscriptions/export"
        emptyTitle={t`No subscriptions yet`}
        emptyText={t`Recurring purchases appear here.`}
      />
    </ConsolePage>
  );
}
