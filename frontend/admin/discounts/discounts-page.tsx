import { useQuery } from "@tanstack/react-query";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { formatDay } from "../../ui/format-time.ts";
import { soldProductsQuery } from "../orders/queries.ts";
import { describeOff, describeUse, nameState } from "./discount-copy.ts";
import { EndDiscount } from "./end-discount.tsx";
import { discountsKey, type Discount, type DiscountQuery } from "./queries.ts";

const columnsFor = (nameOf: Map<string, string>): Column<Discount>[] => [
  { name: "Code", cell: ({ code }) => <code>{code}</code> },
  { name: "What", cell: (discount) => describeOff(discount) },
  { name: "For", cell: (discount) => describeWhom(discount, nameOf) },
  { name: "Used", cell: (discount) => describeUse(discount) },
  { name: "State", cell: (discount) => describeState(discount) },
  {
    name: "End it",
    cell: (discount) => discount.state === "active" && <EndDiscount discount={discount} />,
  },
];

/** `/admin/discounts`: the codes that buyers can type at the checkout. */
export default function DiscountsPage() {
  const products = useQuery(soldProductsQuery).data ?? [];
  const nameOf = new Map(products.map(({ id, name }) => [id, name]));
  return (
    <ConsolePage
      title="Discounts"
      about="The codes that buyers can type at the checkout. They are kept at Stripe."
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
        columns={columnsFor(nameOf)}
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
          <Empty title="There are no discounts yet.">
            <p>A discount has a code that buyers type at the checkout to pay less.</p>
          </Empty>
        }
      />
    </ConsolePage>
  );
}

function describeWhom({ productIds, firstPurchaseOnly }: Discount, nameOf: Map<string, string>) {
  const what =
    productIds.length === 0
      ? "Everything"
      : productIds.map((id) => nameOf.get(id) ?? "A product").join(", ");
  return firstPurchaseOnly ? `${what}, on a first purchase` : what;
}

function describeState({ state, expiresAt }: Discount) {
  return state === "active" && expiresAt !== null
    ? `${nameState(state)} until ${formatDay(expiresAt)}`
    : nameState(state);
}
