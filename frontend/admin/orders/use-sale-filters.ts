import { useQuery } from "@tanstack/react-query";
import type { Filter } from "../frame/list.tsx";
import { soldProductsQuery } from "./queries.ts";

/** Returns the filters for lists of orders and subscriptions: status, product, and sort order. */
export function useSaleFilters(statusOptions: Filter["options"]): Filter[] {
  const products = useQuery(soldProductsQuery).data ?? [];
  return [
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
  ];
}
