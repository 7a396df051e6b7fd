import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { List, type Column } from "../frame/list.tsx";
import { api, read, send } from "../../http/client.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { catalogKey, ownersQuery, type CatalogEntry } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { describeRate } from "../../shop/catalog/price-copy.ts";

const statuses = {
  published: "For sale",
  draft: "Draft",
  archived: "Archived",
};

/** `/admin/products`: everything the seller sells, did sell, or has not yet finished. */
export default function ProductsPage() {
  return (
    <ConsolePage
      title="Products"
      about="In the storefront's order."
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
  const owners = useQuery(ownersQuery);
  const client = useQueryClient();
  const [moved, setMoved] = useState("");
  const move = useMutation({
    mutationFn: ({ product, direction }: { product: CatalogEntry; direction: "up" | "down" }) =>
      send(
        api.admin.products[":id"].position.$put({
          param: { id: product.id },
          json: { direction },
        }),
      ),
    onSuccess: async (_, { product, direction }) => {
      await client.invalidateQueries({ queryKey: [...catalogKey, "list"] });
      setMoved(`${product.name} moved ${direction}.`);
    },
  });
  const columns = columnsOf(owners.isError ? null : owners.data, (product, direction) => {
    if (!move.isPending) move.mutate({ product, direction });
  });
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
              ...Object.entries(statuses).map(([value, label]) => ({ value, label })),
            ],
          },
        ]}
        empty={
          <Empty title="Nothing to sell yet.">
            <p>A product has a price and gives something: a key, a file, a page, a link.</p>
            <ButtonLink kind="primary" href={consolePaths.newProduct}>
              Make the first one
            </ButtonLink>
          </Empty>
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
        <output>{moved}</output>
      </VisuallyHidden>
    </>
  );
}

type Move = (product: CatalogEntry, direction: "up" | "down") => void;

/** @param owners how many people have each product; undefined while it is counted, null where that failed */
function columnsOf(
  owners: Record<string, number> | null | undefined,
  onMove: Move,
): Column<CatalogEntry>[] {
  const countOf = (id: string) => (owners ? (owners[id] ?? 0) : owners === null ? "?" : "…");
  return [
    { name: "Name", cell: ({ name }) => name },
    { name: "State", cell: (product) => <State product={product} /> },
    { name: "Price", cell: ({ prices }) => describeRange(prices) },
    { name: "People", numeric: true, cell: ({ id }) => countOf(id) },
    {
      name: "Order",
      numeric: true,
      cell: (product) => <Steps product={product} onMove={onMove} />,
    },
  ];
}

function Steps({ product, onMove }: { product: CatalogEntry; onMove: Move }) {
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

function State({ product: { status, unpushedSince } }: { product: CatalogEntry }) {
  return (
    <>
      {statuses[status]}
      {unpushedSince !== null && <span className={styles.soft}> · not yet at Stripe</span>}
    </>
  );
}

/** "From $9 a month", "$29", or that there is none. Currencies are not compared: the first one is named. */
function describeRange(prices: CatalogEntry["prices"]): string {
  const [first] = prices;
  if (!first) return "None yet";
  const same = prices.filter(({ currency }) => currency === first.currency);
  const least = same.reduce((a, b) => (b.amountMinor < a.amountMinor ? b : a));
  const most = same.reduce((a, b) => (b.amountMinor > a.amountMinor ? b : a));
  return least === most ? describeRate(least) : `${describeRate(least)} to ${describeRate(most)}`;
}
