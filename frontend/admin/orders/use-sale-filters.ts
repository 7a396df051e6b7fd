import { msg } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Filter } from "../frame/list.tsx";
import { soldProductsQuery } from "./queries.ts";

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
      options: [
        { value: "", label: msg`Newest first` },
        { value: "oldest", label: msg`Oldest first` },
      ],
    },
  ];
}
