import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { List, type Column } from "../frame/list.tsx";
import { getListKey } from "../frame/get-list-key.ts";
import { api, read, send } from "../../http/client.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useDrawStalePictures } from "../share-pictures/use-draw-stale-pictures.ts";
import { catalogKey, customerCountsQuery, type ListedProduct } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { describeRate } from "../../shop/catalog/price-copy.ts";

const statusLabels = {
  published: "For sale",
  draft: "Draft",
  archived: "Archived",
};

/** `/admin/products`: all products, including drafts and archived ones. */
export default function ProductsPage() {
  return (
    <ConsolePage
      title="Products"
      description="In the storefront's order."
      actions={
        <>
          <ButtonLink href={consolePaths.importProducts}>Import from Stripe</ButtonLink>
          <ButtonLink kind="primary" href={consolePaths.newProduct}>
            New product
          </ButtonLink>
        </>
      }
    >
      <Products />
    </ConsolePage>
  );
}

function Products() {
  useDrawStalePictures();
  const customerCounts = useQuery(customerCountsQuery);
  const client = useQueryClient();
  const [moveMessage, setMoveMessage] = useState("");
  const move = useMutation({
    mutationFn: ({ product, direction }: { product: ListedProduct; direction: "up" | "down" }) =>
      send(
        api.admin.products[":id"].position.$put({
          param: { id: product.id },
          json: { direction },
        }),
      ),
    onSuccess: async (_, { product, direction }) => {
      await client.invalidateQueries({ queryKey: getListKey(catalogKey) });
      setMoveMessage(`${product.name} moved ${direction}.`);
    },
  });
  const columns = getColumns(
    customerCounts.isError ? null : customerCounts.data,
    (product, direction) => {
      if (!move.isPending) move.mutate({ product, direction });
    },
  );
  return (
    <>
      <List
        label="Products"
        queryKey={catalogKey}
        fetchPage={(query) => read(api.admin.products.$get({ query }))}
        columns={columns}
        rowHref={({ id }) => consolePaths.product(id)}
        search="Name"
        filters={[
          {
            name: "status",
            label: "State",
            options: [
              { value: "", label: "All" },
              ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
            ],
          },
        ]}
        empty={
          <EmptyState title="Nothing to sell yet.">
            <p>A product has a price and gives something: a key, a file, a page, a link.</p>
            <ButtonLink kind="primary" href={consolePaths.newProduct}>
              Make the first one
            </ButtonLink>
          </EmptyState>
        }
      />
      {move.isError && (
        <p role="alert">
          It could not be moved.{" "}
          <Button kind="plain" onClick={() => move.reset()}>
            Dismiss
          </Button>
        </p>
      )}
      <VisuallyHidden>
        <output>{moveMessage}</output>
      </VisuallyHidden>
    </>
  );
}

type OnMove = (product: ListedProduct, direction: "up" | "down") => void;

/** @param customerCounts number of customers by product id; undefined while loading, null if loading failed */
function getColumns(
  customerCounts: Record<string, number> | null | undefined,
  onMove: OnMove,
): Column<ListedProduct>[] {
  const formatCustomerCount = (id: string) =>
    customerCounts ? (customerCounts[id] ?? 0) : customerCounts === null ? "?" : "…";
  return [
    { name: "Name", cell: ({ name }) => name },
    { name: "State", cell: (product) => <ProductStatus product={product} /> },
    { name: "Price", cell: ({ prices }) => describePriceRange(prices) },
    { name: "People", numeric: true, cell: ({ id }) => formatCustomerCount(id) },
    {
      name: "Order",
      numeric: true,
      cell: (product) => <MoveButtons product={product} onMove={onMove} />,
    },
  ];
}

function MoveButtons({ product, onMove }: { product: ListedProduct; onMove: OnMove }) {
  return (
    <span className={styles.steps}>
      {(["up", "down"] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          className={styles.step}
          aria-label={`Move ${product.name} ${direction}`}
          onClick={() => onMove(product, direction)}
        >
          <span aria-hidden="true">{direction === "up" ? "↑" : "↓"}</span>
        </button>
      ))}
    </span>
  );
}

function ProductStatus({ product: { status, pendingSyncSince } }: { product: ListedProduct }) {
  return (
    <>
      {statusLabels[status]}
      {pendingSyncSince !== null && <span className={styles.soft}> · not yet at Stripe</span>}
    </>
  );
}

/**
 * Formats the prices of a product: "From $9 a month", "$29", or that there are none. Currencies are not compared; the
 * first one is used.
 */
function describePriceRange(prices: ListedProduct["prices"]): string {
  const [first] = prices;
  if (!first) return "None yet";
  const sameCurrency = prices.filter(({ currency }) => currency === first.currency);
  const lowest = sameCurrency.reduce((a, b) => (b.amountMinor < a.amountMinor ? b : a));
  const highest = sameCurrency.reduce((a, b) => (b.amountMinor > a.amountMinor ? b : a));
  return lowest === highest
    ? describeRate(lowest)
    : `${describeRate(lowest)} to ${describeRate(highest)}`;
}
