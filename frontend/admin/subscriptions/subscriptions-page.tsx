import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { Empty } from "../../ui/empty-state.tsx";
import { namePerson } from "../orders/order-copy.ts";
import { useSaleFilters } from "../orders/use-sale-filters.ts";
import { subscriptionsKey, type ListedSubscription, type SubscriptionQuery } from "./queries.ts";
import {
  describeItems,
  describeNext,
  nameProducts,
  nameStatus,
  statusOptions,
} from "./subscription-copy.ts";

const columns: Column<ListedSubscription>[] = [
  { name: "Product", cell: ({ items }) => nameProducts(items) },
  { name: "Holder", cell: ({ holder }) => namePerson(holder) },
  { name: "Status", cell: ({ status }) => nameStatus(status) },
  { name: "Next", cell: ({ next }) => describeNext(next) },
  { name: "Price", numeric: true, cell: ({ items }) => describeItems(items) },
];

/** `/admin/subscriptions`: everything that is paid for again and again. */
export default function SubscriptionsPage() {
  const filters = useSaleFilters(statusOptions);
  return (
    <ConsolePage
      title="Subscriptions"
      about="Everything that is paid for again and again. Open one to cancel or refund it."
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
          <Empty title="Nobody has subscribed yet.">
            <p>Who pays by the month or the year stands here, the newest first.</p>
          </Empty>
        }
      />
    </ConsolePage>
  );
}
