import { useQuery } from "@tanstack/react-query";
import { ConsolePage } from "../../console/console-page.tsx";
import { consolePaths } from "../../console/console-paths.ts";
import { List, type Column } from "../../console/list.tsx";
import { api, read } from "../../http/client.ts";
import { Empty } from "../../ui/empty.tsx";
import { namePerson } from "../orders/order-words.ts";
import { soldProductsQuery } from "../orders/queries.ts";
import { subscriptionsKey, type ListedSubscription, type SubscriptionQuery } from "./queries.ts";
import {
  describeItems,
  describeNext,
  nameProducts,
  nameStatus,
  statusOptions,
} from "./subscription-words.ts";

const columns: Column<ListedSubscription>[] = [
  { name: "Product", cell: ({ items }) => nameProducts(items) },
  { name: "Holder", cell: ({ holder }) => namePerson(holder) },
  { name: "Status", cell: ({ status }) => nameStatus(status) },
  { name: "Next", cell: ({ next }) => describeNext(next) },
  { name: "Price", numeric: true, cell: ({ items }) => describeItems(items) },
];

/** `/admin/subscriptions`: everything that is paid for again and again. */
export default function SubscriptionsPage() {
  const products = useQuery(soldProductsQuery).data ?? [];
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
        filters={[
          { name: "status", label: "Status", options: statusOptions },
          {
            name: "productId",
            label: "Product",
            options: [
              { value: "", label: "Any" },
              ...products.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
          {
            name: "sort",
            label: "Sort",
            options: [
              { value: "", label: "Newest first" },
              { value: "oldest", label: "Oldest first" },
            ],
          },
        ]}
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
