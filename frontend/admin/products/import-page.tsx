import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { CheckField } from "../frame/form-frame.tsx";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Failure } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { catalogKey, type Importable } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { describeRate } from "../../shop/catalog/price-copy.ts";

/** As many as the server takes at once. */
const MOST = 10;

/** `/admin/products/import`: products that exist at Stripe, and not here. */
export default function ImportPage() {
  const list = useInfiniteQuery({
    queryKey: [...catalogKey, "importable"],
    queryFn: ({ pageParam }) =>
      read(api.admin.products.importable.$get({ query: pageParam ? { cursor: pageParam } : {} })),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <ConsolePage
      title="Import from Stripe"
      up={{ href: consolePaths.products, name: "Products" }}
      about="They become drafts here, with their prices. At Stripe nothing changes."
    >
      {list.isError && !items ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <SkeletonLines lines={6} />
      ) : items.length === 0 && !list.hasNextPage ? (
        <Empty title="There is nothing to import.">
          <p>Every active product of your Stripe account is here already.</p>
        </Empty>
      ) : (
        <Choose items={items} />
      )}
      {list.hasNextPage && (
        <div>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? "Loading…" : "Show more"}
          </Button>
        </div>
      )}
    </ConsolePage>
  );
}

function Choose({ items }: { items: Importable[] }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const take = useMutation({
    mutationFn: () =>
      read(api.admin.products.imports.$post({ json: { stripeProductIds: [...chosen] } })),
    onSuccess: async ({ ids: [first, ...others] }) => {
      await client.invalidateQueries({ queryKey: catalogKey });
      navigate(first && others.length === 0 ? consolePaths.product(first) : consolePaths.products);
    },
  });
  const isFull = chosen.size >= MOST;
  return (
    <div className={styles.import}>
      {items.map((product) => (
        <CheckField
          key={product.id}
          label={product.name}
          hint={<Prices prices={product.prices} />}
          checked={chosen.has(product.id)}
          disabled={isFull && !chosen.has(product.id)}
          onChange={(event) => {
            const next = new Set(chosen);
            if (event.target.checked) next.add(product.id);
            else next.delete(product.id);
            setChosen(next);
          }}
        />
      ))}
      <p className={styles.soft}>
        People who are customers of this shop and subscribe to one of these are looked at at once.
        Customers that only Stripe knows stay there: nobody is matched by email address.
      </p>
      {take.isError && <ErrorNotice error={take.error} />}
      <div className={styles.previewBar}>
        <Button
          kind="primary"
          busy={take.isPending || chosen.size === 0}
          onClick={() => take.mutate()}
        >
          {take.isPending
            ? "Importing…"
            : chosen.size < 2
              ? "Import"
              : `Import ${chosen.size} products`}
        </Button>
        {isFull && <span className={styles.soft}>Ten at a time.</span>}
      </div>
    </div>
  );
}

function Prices({ prices }: { prices: Importable["prices"] }) {
  if (prices.length === 0) return "No price";
  return (
    <>
      {prices.map(({ id, facts, refusal }) => (
        <span key={id} className={styles.line}>
          {facts ? describeRate(facts) : `Left out. ${refusal}`}
        </span>
      ))}
    </>
  );
}
