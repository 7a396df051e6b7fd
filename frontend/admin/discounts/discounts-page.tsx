import { useQuery } from "@tanstack/react-query";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDate } from "../../ui/format-time.ts";
import { soldProductsQuery } from "../orders/queries.ts";
import { describeDiscount, describeRedemptions, getDiscountStateLabel } from "./discount-copy.ts";
import { EndDiscount } from "./end-discount.tsx";
import { discountsKey, type Discount, type DiscountQuery } from "./queries.ts";

const getColumns = (productNames: Map<string, string>): Column<Discount>[] => [
  { name: "Code", cell: ({ code }) => <code>{code}</code> },
  { name: "What", cell: (discount) => describeDiscount(discount) },
  { name: "For", cell: (discount) => describeEligibility(discount, productNames) },
  { name: "Used", cell: (discount) => describeRedemptions(discount) },
  { name: "State", cell: (discount) => describeState(discount) },
  {
    name: "End it",
    cell: (discount) => discount.state === "active" && <EndDiscount discount={discount} />,
  },
];

/** `/admin/discounts`: the discount codes for checkout. */
export default function DiscountsPage() {
  const products = useQuery(soldProductsQuery).data ?? [];
  const productNames = new Map(products.map(({ id, name }) => [id, name]));
  return (
    <ConsolePage
      title="Discounts"
      description="The codes that buyers can type at the checkout. They are kept at Stripe."
      actions={
        <ButtonLink kind="primary" href={consolePaths.newDiscount}>
          New discount
        </ButtonLink>
      }
    >
      <List
        label="Discounts"
        queryKey={discountsKey}
        fetchPage={(query) => read(api.admin.discounts.$get({ query: query as DiscountQuery }))}
        columns={getColumns(productNames)}
        search="A whole code"
        filters={[
          {
            name: "status",
            label: "State",
            options: [
              { value: "", label: "Any" },
              { value: "active", label: "Active" },
              { value: "ended", label: "Ended or used up" },
            ],
          },
        ]}
        empty={
          <EmptyState title="There are no discounts yet.">
            <p>A discount has a code that buyers type at the checkout to pay less.</p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}

function describeEligibility(
  { productIds, firstPurchaseOnly }: Discount,
  productNames: Map<string, string>,
) {
  const scope =
    productIds.length === 0
      ? "Everything"
      : productIds.map((id) => productNames.get(id) ?? "A product").join(", ");
  return firstPurchaseOnly ? `${scope}, on a first purchase` : scope;
}

function describeState({ state, expiresAt }: Discount) {
  return state === "active" && expiresAt !== null
    ? `${getDiscountStateLabel(state)} until ${formatDate(expiresAt)}`
    : getDiscountStateLabel(state);
}
