import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useMutation, type InfiniteData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { arrayMove } from "@dnd-kit/sortable";
import { dayColumn, type Column, type RowFrame } from "../list/table.tsx";
import { api, send } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { SortableArea } from "../../ui/sortable/sortable-area.tsx";
import { RowHandle, SortableTableRow } from "../../ui/sortable/sortable-table-row.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { toViews } from "../list/list-views.tsx";
import { List } from "../list/list.tsx";
import { useDrawStalePictures } from "../share-pictures/use-draw-pictures.ts";
import {
  catalogKey,
  customerCountsQuery,
  setProductStatus,
  type ListedProduct,
} from "./editor-queries.ts";
import shapes from "../frame/shapes.module.css";
import { showToast } from "../../ui/toast.tsx";
import { getListKey } from "../frame/queries.ts";

const statusLabels = {
  published: msg`For sale`,
  draft: msg`Draft`,
  archived: msg`Archived`,
};

const views = toViews("status", statusLabels);

const actions: BulkAction<ListedProduct>[] = [
  {
    label: msg`Publish`,
    doneLabel: msg`Published`,
    explanation: msg`Each product goes on sale in the shop immediately.`,
    getRefusal: ({ status, isComplete }) => {
      if (status === "published") return msg`This product is already for sale.`;
      return isComplete ? null : msg`This product is incomplete. Open it to see what’s missing.`;
    },
    run: ({ id }) => setProductStatus(id, { status: "published" }),
  },
  {
    label: msg`Archive`,
    doneLabel: msg`Archived`,
    explanation: msg`Customers can no longer buy archived products. Existing customers keep their access.`,
    isDangerous: true,
    getRefusal: ({ status }) =>
      status === "archived" ? msg`This product is already archived.` : null,
    run: ({ id }) => setProductStatus(id, { status: "archived" }),
  },
];

/** `/admin/products`: all products, including drafts and archived ones. */
export default function ProductsPage() {
  const { t } = useLingui();
  return (
    <ConsolePage
      title={t`Products`}
      description={t`Products appear in your shop in this order.`}
      actions={
        <>
          <ButtonLink href={consolePaths.importProducts}>{t`Import from Stripe`}</ButtonLink>
          <ButtonLink kind="primary" href={consolePaths.newProduct}>
            {t`New product`}
          </ButtonLink>
        </>
      }
    >
      <Products />
    </ConsolePage>
  );
}

function Products() {
  const { t } = useLingui();
  useDrawStalePictures();
  const [params] = useSearchParams();
  const customerCounts = useQuery(customerCountsQuery);
  // The order of all products of a status is only known without a search.
  const canMove = !params.get("search");
  const columns = getColumns(customerCounts.isError ? null : customerCounts.data);
  return (
    <List
      label={t`Products`}
      queryKey={catalogKey}
      source={api.admin.products}
      columns={canMove ? [...columns, moveColumn] : columns}
      rowHref={({ id }) => consolePaths.product(id)}
      search={t`Name`}
      views={{ list: "products", views }}
      bulk={{ getName: ({ name }) => name, actions }}
      {...(canMove && { frame: sorting })}
      emptyTitle={t`No products yet`}
      emptyText={t`Create a product with a price and at least one benefit, such as a license key, a download, or a page.`}
    />
  );
}

/** Lets the seller change the order of the products. */
function ProductSorting({ rows, children }: { rows: ListedProduct[]; children: ReactNode }) {
  const move = useMoveProduct();
  return (
    <>
      {move.isError && <ErrorNotice error={move.error} />}
      <SortableArea
        items={rows}
        getName={({ name }) => name}
        onMove={({ item, from, to }) => {
          const others = rows.filter(({ id }) => id !== item.id);
          // The list shows one status after the other, so that only products of the same status matter.
          const above = others.slice(0, to).findLast(({ status }) => status === item.status);
          move.mutate({ product: item, afterId: above?.id ?? null, from, to });
        }}
      >
        {children}
      </SortableArea>
    </>
  );
}

const sorting: RowFrame<ListedProduct> = { Row: SortableTableRow, Area: ProductSorting };

/** @param customerCounts number of customers by product id; undefined while loading, null if loading failed */
function getColumns(
  customerCounts: Record<string, number> | null | undefined,
): Column<ListedProduct>[] {
  const formatCustomerCount = (id: string) =>
    customerCounts ? (customerCounts[id] ?? 0) : customerCounts === null ? "?" : "…";
  return [
    {
      name: msg`Name`,
      cell: ({ name }) => name,
      detail: ({ slug }) => <code>/p/{slug}</code>,
      picture: (product) => product,
    },
    { name: msg`Status`, cell: (product) => <ProductStatus product={product} /> },
    {
      name: msg`Price`,
      numeric: true,
      cell: ({ prices }, { i18n }) => describePriceRange(i18n, prices),
    },
    {
      ...dayColumn<ListedProduct>(msg`Updated`, ({ updatedAt }) => updatedAt),
      phone: "left_out",
    },
    {
      name: msg`Customers`,
      numeric: true,
      phone: "named",
      cell: ({ id }) => formatCustomerCount(id),
    },
  ];
}

const moveColumn: Column<ListedProduct> = {
  name: msg({ message: "Order", context: "sequence" }),
  numeric: true,
  phone: "beside",
  cell: ({ name }) => <RowHandle name={name} />,
};

function ProductStatus({
  product: { status, isComplete, pendingSyncSince },
}: {
  product: ListedProduct;
}) {
  const { t, i18n } = useLingui();
  return (
    <>
      <StatusBadge tone={status === "published" ? "good" : "neutral"}>
        {i18n._(statusLabels[status])}
      </StatusBadge>
      {!isComplete && status !== "archived" && (
        <>
          {" "}
          <StatusBadge tone="warning">{t`Incomplete`}</StatusBadge>
        </>
      )}
      {pendingSyncSince !== null && <span className={shapes.soft}> {t`Not synced to Stripe`}</span>}
    </>
  );
}

/**
 * Describes the prices of a product: "$9 a month – $90 a year", "$29", or that there are none. Currencies are not
 * compared; the first one is used.
 */
function describePriceRange(i18n: I18n, prices: ListedProduct["prices"]): string {
  const [first] = prices;
  if (!first) return i18n._(msg`No price yet`);
  const sameCurrency = prices.filter(({ currency }) => currency === first.currency);
  const lowest = sameCurrency.reduce((a, b) => (b.amountMinor < a.amountMinor ? b : a));
  const highest = sameCurrency.reduce((a, b) => (b.amountMinor > a.amountMinor ? b : a));
  const low = describeRate(i18n, lowest);
  if (lowest === highest) return low;
  const high = describeRate(i18n, highest);
  return i18n._(msg({ message: `${low} – ${high}`, comment: "A range of prices" }));
}

type Pages = InfiniteData<{ items: ListedProduct[] }, unknown>;

/** A product that was dropped: the product above it with the same status, and the positions in the list. */
type ProductMove = {
  product: ListedProduct;
  afterId: string | null;
  from: number;
  to: number;
};

/** Saves where a product was dropped. The list shows it there at once, and is loaded again afterwards. */
function useMoveProduct() {
  const { t } = useLingui();
  const queryKey = getListKey(catalogKey);
  return useMutation({
    mutationFn: ({ product, afterId }: ProductMove) =>
      send(
        api.admin.products[":id"].position.$put({ param: { id: product.id }, json: { afterId } }),
      ),
    onMutate: async ({ from, to }, { client }) => {
      await client.cancelQueries({ queryKey });
      client.setQueriesData<Pages>({ queryKey }, (data) => data && moveItem(data, from, to));
    },
    onSuccess: (_response, { product }) =>
      showToast(t`Order of ${{ product: product.name }} saved`),
    onSettled: (_response, _error, _move, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
  });
}

function moveItem(data: Pages, from: number, to: number): Pages {
  let rest = arrayMove(
    data.pages.flatMap(({ items }) => items),
    from,
    to,
  );
  return {
    ...data,
    pages: data.pages.map((page) => {
      const items = rest.slice(0, page.items.length);
      rest = rest.slice(page.items.length);
      return { ...page, items };
    }),
  };
}
