import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { List, type Column } from "../frame/list.tsx";
import { api, read } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { BulkAction } from "../frame/bulk/bulk-action.ts";
import { ListDay } from "../frame/list-time.tsx";
import { soldProductsQuery } from "../orders/queries.ts";
import { describeDiscount, describeRedemptions, getDiscountStateLabel } from "./discount-copy.ts";
import { EndDiscount } from "./end-discount.tsx";
import { discountsKey, type Discount, type DiscountQuery } from "./queries.ts";

const getColumns = (productNames: Map<string, string>): Column<Discount>[] => [
  {
    name: msg`Code`,
    cell: ({ code }) => <code>{code}</code>,
    detail: ({ createdAt }) => (
      <Trans>
        Created <ListDay at={createdAt} />
      </Trans>
    ),
  },
  { name: msg`Discount`, cell: (discount, { i18n }) => describeDiscount(i18n, discount) },
  {
    name: msg`Applies to`,
    cell: (discount, { i18n }) => describeEligibility(i18n, discount, productNames),
  },
  { name: msg`Redemptions`, cell: (discount, { i18n }) => describeRedemptions(i18n, discount) },
  {
    name: msg`Status`,
    cell: ({ state }, { i18n }) => (
      <StatusBadge tone={state === "active" ? "good" : "neutral"}>
        {getDiscountStateLabel(i18n, state)}
      </StatusBadge>
    ),
    detail: ({ state, expiresAt }, { formats, i18n }) =>
      state === "active" &&
      expiresAt !== null &&
      i18n._(msg`until ${{ date: formats.date(expiresAt) }}`),
  },
  {
    name: msg`Action`,
    cell: (discount) => discount.state === "active" && <EndDiscount discount={discount} />,
  },
];

const endAction: BulkAction<Discount> = {
  label: msg`Deactivate`,
  doneLabel: msg`Deactivated`,
  explanation: msg`Customers can’t redeem these codes anymore. Customers who have already redeemed one keep their discount.`,
  isDangerous: true,
  getRefusal: ({ state }) => (state === "active" ? null : msg`This code is no longer active.`),
  run: ({ id }) => read(api.admin.discounts[":id"].ending.$post({ param: { id } })),
};

/** `/admin/discounts`: the discount codes for checkout. */
export default function DiscountsPage() {
  const { t } = useLingui();
  const products = useQuery(soldProductsQuery).data ?? [];
  const productNames = new Map(products.map(({ id, name }) => [id, name]));
  return (
    <ConsolePage
      title={t`Discount codes`}
      description={t`Codes that customers can enter at checkout. They are stored in Stripe.`}
      actions={
        <ButtonLink kind="primary" href={consolePaths.newDiscount}>
          <Trans>New discount code</Trans>
        </ButtonLink>
      }
    >
      <List
        label={t`Discount codes`}
        queryKey={discountsKey}
        fetchPage={(query) => read(api.admin.discounts.$get({ query: query as DiscountQuery }))}
        columns={getColumns(productNames)}
        search={t`Exact code`}
        views={{
          list: "discounts",
          views: [
            { name: t`All`, query: {} },
            { name: t`Active`, query: { status: "active" } },
            { name: t`Inactive`, query: { status: "ended" } },
          ],
        }}
        bulk={{ getName: ({ code }) => code, actions: [endAction] }}
        empty={
          <EmptyState title={t`No discount codes yet`}>
            <p>
              <Trans>Customers enter a discount code at checkout to pay less.</Trans>
            </p>
          </EmptyState>
        }
      />
    </ConsolePage>
  );
}

function describeEligibility(
  i18n: I18n,
  { productIds, firstPurchaseOnly }: Discount,
  productNames: Map<string, string>,
): string {
  if (productIds.length === 0)
    return firstPurchaseOnly
      ? i18n._(msg`All products, first purchase only`)
      : i18n._(msg`All products`);
  const products = productIds
    .map((id) => productNames.get(id) ?? i18n._(msg`Deleted product`))
    .join(", ");
  return firstPurchaseOnly ? i18n._(msg`${products} (first purchase only)`) : products;
}
