import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { getCustomerLabel } from "../orders/order-copy.ts";
import { useSaleFilters } from "../orders/use-sale-filters.ts";
import { subscriptionsKey, type ListedSubscription, type SubscriptionQuery } from "./queries.ts";
import {
  describeItems,
  describeNext,
  getProductNames,
  getSubscriptionStatusLabel,
  statusOptions,
} from "./subscription-copy.ts";

const columns: Column<ListedSubscription>[] = [
  { name: "Product", cell: ({ items }) => getProductNames(items) },
  { name: "Holder", cell: ({ user }) => getCustomerLabel(user) },
  { name: "Status", cell: ({ status }) => getSubscriptionStatusLabel(status) },
  { name: "Next", cell: ({ next }) => describeNext(next) },
  { name: "Price", numeric: true, cell: ({ items }) => describeItems(items) },
];

/** `/admin/subscriptions`: all subscriptions. */
export default function SubscriptionsPage() {
  const filters = useSaleFilters(statusOptions);
  return (
    <ConsolePage
      title="Subscriptions"
      description="Everything that is paid for again and again. Open one to cancel or refund it."
    >
      <List
        label="Subscriptions"
        queryKey={subscriptionsKey}
        fetchPage={(query) =>
          read(api.admin.subscriptions.$get({ query: query as SubscriptionQuery }))
        }
        columns={columns}
        rowHref={({ id }) => consolePaths.subscription(id)}
        search="Email, name or id"
        filters={filters}
        csvHref="/api/admin/subscriptions/export"
        empty={
          <EmptyState title="Nobody has subscribed yet.">
            <p>Who pays by the month or the year stands here, the newest first.</p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}
