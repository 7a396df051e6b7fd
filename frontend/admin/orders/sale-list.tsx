import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type { Column } from "../list/table.tsx";
import { getCustomerLabel } from "./order-copy.ts";
import { toOptions } from "../frame/label.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { getLinkName } from "../link-parts/link-copy.ts";
import { linkQuery } from "../link-parts/queries.ts";
import { discountQuery, soldProductsQuery } from "./queries.ts";

/** The column with a sale's customer. */
export const customerColumn: Column<{ user: { name: string | null; email: string | null } }> = {
  name: msg`Customer`,
  cell: ({ user }, { i18n }) => getCustomerLabel(i18n, user),
  detail: ({ user }) => user.name !== null && user.email,
};

/**
 * Returns the filters for lists of orders and subscriptions: status, product, and sort order. The lists of discount
 * codes and of permanent links lead here with one more, which can be taken off again.
 */
export function useSaleFilters(statusOptions: Filter["options"]): Filter[] {
  const products = useQuery(soldProductsQuery).data ?? [];
  const code = useCodeInUrl();
  const link = useLinkInUrl();
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
    ...toChosenFilter("promotionCodeId", msg`Discount code`, code),
    ...toChosenFilter("linkId", msg`Permanent link`, link),
    {
      name: "sort",
      label: msg`Sort`,
      options: toOptions({ "": msg`Newest first`, oldest: msg`Oldest first` }),
    },
  ];
}

type Chosen = { id: string; name: string } | null;

const toChosenFilter = (name: string, label: MessageDescriptor, chosen: Chosen): Filter[] =>
  chosen
    ? [
        {
          name,
          label,
          options: [
            { value: "", label: msg`Any` },
            { value: chosen.id, label: chosen.name },
          ],
        },
      ]
    : [];

/** The discount code that the URL names; its name is the id until it is loaded, and for members who may not see codes. */
function useCodeInUrl(): Chosen {
  const id = useSearchParams()[0].get("promotionCodeId");
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...discountQuery(id ?? ""), enabled: id !== null && isAdmin });
  return id === null ? null : { id, name: data?.code ?? id };
}

/** The permanent link that the URL names, in the same way. */
function useLinkInUrl(): Chosen {
  const id = useSearchParams()[0].get("linkId");
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...linkQuery(id ?? ""), enabled: id !== null && isAdmin });
  return id === null ? null : { id, name: data ? getLinkName(data) : id };
}
