import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { dayColumn, type Column } from "../list/table.tsx";
import { Badge, toStatusOptions } from "../frame/label.tsx";
import { orderStatuses } from "./order-copy.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import { api } from "../../http/client.ts";
import { toViews } from "../list/list-views.tsx";
import { ordersKey, type ListedOrder } from "./queries.ts";
import { customerColumn, useSaleFilters } from "./sale-list.tsx";

const columns: Column<ListedOrder>[] = [
  {
    name: msg`Product`,
    cell: ({ product, quantity }) =>
      quantity === 1 ? product.name : `${product.name} × ${quantity}`,
    picture: ({ product }) => product,
  },
  customerColumn,
  {
    name: msg`Status`,
    cell: ({ status }) => <Badge {...orderStatuses[status]} />,
  },
  { ...dayColumn<ListedOrder>(msg`Date`, ({ createdAt }) => createdAt), phone: undefined },
  {
    name: msg`Total`,
    numeric: true,
    phone: "beside",
    cell: ({ totalMinor, currency }, { formats }) => formats.money(totalMinor, currency, "exact"),
    detail: ({ refundedMinor, currency }, { i18n, formats }) => {
      const refunded = formats.money(refundedMinor, currency, "exact");
      return refundedMinor > 0 && i18n._(msg`${refunded} refunded`);
    },
  },
];

const views = toViews("status", {
  paid: msg`Paid`,
  refunded: msg`Refunded`,
  disputed: msg`Disputed`,
});

/** `/admin/orders`: all one-time purchases. */
export default function OrdersPage() {
  const { t } = useLingui();
  const filters = useSaleFilters(toStatusOptions(orderStatuses));
  return (
    <ConsolePage title={t`Orders`} description={t`One-time purchases. Open an order to refund it.`}>
      <List
        label={t`Orders`}
        queryKey={ordersKey}
        source={api.admin.orders}
        columns={columns}
        rowHref={({ id }) => consolePaths.order(id)}
        search={t`Email, name or ID`}
        filters={filters}
        dates={t`Date`}
        views={{ list: "orders", views }}
        summary={{
          describeCount: (count) => t`${plural(count, { one: "# order", other: "# orders" })}`,
          source: api.admin.orders.summary,
        }}
        csvHref="/api/admin/orders/export"
        emptyTitle={t`No orders yet`}
        emptyText={t`One-time purchases appear here.`}
      />
    </ConsolePage>
  );
}
