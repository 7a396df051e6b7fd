import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { Time } from "../../ui/time.tsx";
import { getCustomerLabel, getOrderStatusLabel, statusOptions } from "./order-copy.ts";
import { ordersKey, type ListedOrder, type OrderQuery } from "./queries.ts";
import { useSaleFilters } from "./use-sale-filters.ts";

const columns: Column<ListedOrder>[] = [
  { name: "Product", cell: ({ product }) => product.name },
  { name: "Buyer", cell: ({ user }) => getCustomerLabel(user) },
  { name: "Status", cell: ({ status }) => getOrderStatusLabel(status) },
  { name: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: "Total",
    numeric: true,
    cell: ({ totalMinor, currency }) => formatMoney(totalMinor, currency, "exact"),
  },
];

/** `/admin/orders`: all one-time purchases. */
export default function OrdersPage() {
  const filters = useSaleFilters(statusOptions);
  return (
    <ConsolePage
      title="Orders"
      description="Everything that was bought once. Open one to refund it."
    >
      <List
        label="Orders"
        queryKey={ordersKey}
        fetchPage={(query) => read(api.admin.orders.$get({ query: query as OrderQuery }))}
        columns={columns}
        rowHref={({ id }) => consolePaths.order(id)}
        search="Email, name or id"
        filters={filters}
        csvHref="/api/admin/orders/export"
        empty={
          <EmptyState title="Nothing has been bought yet.">
            <p>What people buy once stands here, the newest first.</p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}
