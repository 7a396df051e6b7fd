import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { dayColumn, type Column } from "../list/table.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List } from "../list/list.tsx";
import { api, read } from "../../http/client.ts";
import { Badge, type Status } from "../frame/label.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { toViews } from "../list/list-views.tsx";
import { getCustomerName } from "./customer-name.tsx";
import {
  customersKey,
  giftableProductsQuery,
  type GiftableProduct,
  type ListedCustomer,
} from "./queries.ts";

const columns: Column<ListedCustomer>[] = [
  {
    name: msg`Name`,
    cell: (customer, { i18n }) => getCustomerName(i18n, customer),
  },
  { name: msg`Email`, cell: ({ email }) => email ?? "–" },
  { name: msg`Status`, cell: (customer) => <Badge {...getCustomerStatus(customer)} /> },
  dayColumn(msg`First sign-in`, ({ createdAt }) => createdAt),
  {
    name: msg`Active benefits`,
    numeric: true,
    phone: "named",
    cell: ({ inForceCount }) => inForceCount,
  },
];

const views = toViews("who", {
  customers: msg`Started a checkout`,
  active: msg`Has active access`,
  team: msg`Team`,
});

/** `/admin/customers`: all users who have ever signed in. */
export default function CustomersPage() {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const products = useQuery(giftableProductsQuery).data?.products ?? [];
  return (
    <ConsolePage title={t`Customers`} description={t`Everyone who has signed in to your shop.`}>
      <List
        label={t`Customers`}
        queryKey={customersKey}
        source={api.admin.customers}
        columns={columns}
        rowHref={({ id }) => consolePaths.customer(id)}
        search={t`Email, name or ID`}
        dates={params.get("who") === "customers" ? t`First checkout` : t`First sign-in`}
        views={{ list: "customers", views }}
        summary={{
          describeCount: (count) =>
            t`${plural(count, { one: "# customer", other: "# customers" })}`,
          source: api.admin.customers.summary,
        }}
        bulk={{
          getName: (customer) => getCustomerName(i18n, customer),
          actions: [createGiftAction(products)],
        }}
        csvHref="/api/admin/customers/export"
        emptyTitle={t`No customers yet`}
        emptyText={t`Customers appear here when they first sign in.`}
      />
    </ConsolePage>
  );
}

/** Gives one product to several customers. */
function createGiftAction(products: GiftableProduct[]): BulkAction<ListedCustomer> {
  return {
    label: msg`Give access`,
    doneLabel: msg`Access given`,
    explanation: msg`Each customer gets the product as a gift, free of charge and without an end date.`,
    fields: [
      {
        name: "productId",
        label: msg`Product`,
        options: products.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        name: "note",
        label: msg`Note`,
        hint: msg`The reason for the gift. Only your team can see it.`,
      },
    ],
    getRefusal: ({ status }) =>
      status === "active" ? null : msg`The account is deleted or disabled.`,
    run: ({ id: userId }, { productId = "", note = "" }) =>
      read(api.admin.gifts.$post({ json: { userId, productId, quantity: 1, note } })),
  };
}

const activeLabels: Record<ListedCustomer["role"], MessageDescriptor> = {
  buyer: msg`Active`,
  support: msg`Active · Support`,
  admin: msg`Active · Admin`,
  owner: msg`Active · Owner`,
};

function getCustomerStatus({ role, status }: ListedCustomer): Status {
  if (status === "deleted") return { tone: "neutral", label: msg`Deleted` };
  if (status === "disabled") return { tone: "bad", label: msg`Disabled` };
  return { tone: "good", label: activeLabels[role] };
}
