import { msg } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type { Column } from "../list/table.tsx";
import { getCustomerLabel } from "./order-copy.ts";
import { toOptions } from "../frame/label.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { discountQuery, soldProductsQuery } from "./queries.ts";

/** The column with a sale's customer. */
export const customerColumn: Column<{ user: { name: string | null; email: string | null } }> = {
  name: msg`Customer`,
  cell: ({ user }, { i18n }) => getCustomerLabel(i18n, user),
  detail: ({ user }) => user.name !== null && user.email,
};

/**
 * Returns the filters for lists of orders and subscriptions: status, product, and sort order. The list of discount codes
 * leads here with one more, which can be taken off again.
 */
export function useSaleFilters(statusOptions: Filter["options"]): Filter[] {
  const products = useQuery(soldProductsQuery).data ?? [];
  const code = useCodeInUrl();
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
    ...(code
      ? [
          {
            name: "promotionCodeId",
            label: msg`Discount code`,
            options: [
              { value: "", label: msg`Any` },
              { value: code.id, label: code.name },
            ],
          },
        ]
      : []),
    {
      name: "sort",
      label: msg`Sort`,
      options: toOptions({ "": msg`Newest first`, oldest: msg`Oldest first` }),
    },
  ];
}

/** The discount code that the URL names; its name is the id until it is loaded, and for members who may not see codes. */
function useCodeInUrl(): { id: string; name: string } | null {
  const id = useSearchParams()[0].get("promotionCodeId");
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...discountQuery(id ?? ""), enabled: id !== null && isAdmin });
  return id === null ? null : { id, name: data?.code ?? id };
}
