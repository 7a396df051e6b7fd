import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { View } from "../frame/list-views.tsx";
import { ShortId } from "../frame/short-id.tsx";
import { getOrderStatusLabel, getOrderTone, statusOptions } from "./order-copy.ts";
import { ordersKey, type ListedOrder, type OrderQuery } from "./queries.ts";
import { customerColumn, dayColumn } from "./sale-columns.tsx";
import { useSaleFilters } from "./use-sale-filters.ts";

const columns: Column<ListedOrder>[] = [
  {
    name: msg`Product`,
    cell: ({ product, quantity }) =>
      quantity === 1 ? product.name : `${product.name} × ${quantity}`,
    detail: ({ id }) => <ShortId id={id} />,
  },
  customerColumn,
  {
    name: msg`Status`,
    cell: ({ status }, { i18n }) => (
      <StatusBadge tone={getOrderTone(status)}>{getOrderStatusLabel(i18n, status)}</StatusBadge>
    ),
  },
  dayColumn(msg`Date`),
  {
    name: msg`Total`,
    numeric: true,
    cell: ({ totalMinor, currency }, { formats }) => formats.money(totalMinor, currency, "exact"),
    detail: ({ refundedMinor, currency }, { i18n, formats }) => {
      const refunded = formats.money(refundedMinor, currency, "exact");
      return refundedMinor > 0 && i18n._(msg`${refunded} refunded`);
    },
  },
];

const views: View[] = [
  { name: msg`All`, query: {} },
  { name: msg`Paid`, query: { status: "paid" } },
  { name: msg`Refunded`, query: { status: "refunded" } },
  { name: msg`Disputed`, query: { status: "disputed" } },
];

/** `/admin/orders`: all one-time purchases. */
export default function OrdersPage() {
  const { t } = useLingui();
  const filters = useSaleFilters(statusOptions);
  return (
    <ConsolePage title={t`Orders`} description={t`One-time purchases. Open an order to refund it.`}>
      <List
        label={t`Orders`}
        queryKey={ordersKey}
        fetchPage={(query) => read(api.admin.orders.$get({ query: query as OrderQuery }))}
        columns={columns}
        rowHref={({ id }) => consolePaths.order(id)}
        search={t`Email, name or ID`}
        filters={filters}
        dates={t`Date`}
        views={{ list: "orders", views }}
        summary={{
          describeCount: (count, isMore) =>
            isMore
              ? t`More than ${plural(count, { one: "# order", other: "# orders" })}`
              : t`${plural(count, { one: "# order", other: "# orders" })}`,
          fetch: (query) => read(api.admin.orders.summary.$get({ query: query as OrderQuery })),
        }}
        csvHref="/api/admin/orders/export"
        empty={
          <EmptyState title={t`No orders yet`}>
            <p>
              <Trans>One-time purchases appear here.</Trans>
            </p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}
