import { msg } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Column } from "../list/table.tsx";
import { getCustomerLabel } from "./order-copy.ts";
import { toOptions } from "../frame/label.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { soldProductsQuery } from "./queries.ts";

/** The column with a sale's customer. */
export const customerColumn: Column<{ user: { name: string | null; email: string | null } }> = {
  name: msg`Customer`,
  cell: ({ user }, { i18n }) => getCustomerLabel(i18n, user),
  detail: ({ user }) => user.name !== null && user.email,
};

/** Returns the filters for lists of orders and subscriptions: status, product, and sort order. */
export function useSaleFilters(statusOptions: Filter["options"]): Filter[] {
  const products = useQuery(soldProductsQuery).data ?? [];
  return [
    { name: "status", label: msg`Status`, options: statusOptions },
    {
      name: "productId",
      label: msg`Product`,
      options: [
        { value: "", label: msg`Any` },
        ...products.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      name: "sort",
      label: msg`Sort`,
      options: toOptions({ "": msg`Newest first`, oldest: msg`Oldest first` }),
    },
  ];
}
