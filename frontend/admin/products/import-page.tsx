import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { LoadMore, usePages } from "../list/load-more.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import { catalogKey, type ImportableProduct } from "./editor-queries.ts";
import shapes from "../frame/shapes.module.css";
import { describeRate } from "../../shop/catalog/price-copy.ts";

/** The maximum number of products in one request. */
const MAX_SELECTED = 10;

/** `/admin/products/import`: imports products that exist only at Stripe. */
export default function ImportPage() {
  const { t } = useLingui();
  const list = usePages([...catalogKey, "importable"], (query) =>
    read(api.admin.products.importable.$get({ query })),
  );
  return (
    <ConsolePage
      title={t`Import from Stripe`}
      parent={{ href: consolePaths.products, name: t`Products` }}
      description={t`Imported products become drafts with their prices. Nothing changes in Stripe.`}
    >
      <QueryBoundary query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return items.length === 0 && !list.hasNextPage ? (
            <EmptyState
              title={t`No products to import`}
              text={t`All active products in your Stripe account have already been imported.`}
            />
          ) : (
            <ImportSelection items={items} />
          );
        }}
      </QueryBoundary>
      <LoadMore list={list} />
    </ConsolePage>
  );
}

function ImportSelection({ items }: { items: ImportableProduct[] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const importProducts = useMutation({
    mutationFn: () =>
      read(api.admin.products.imports.$post({ json: { stripeProductIds: [...selectedIds] } })),
    onSuccess: async ({ ids: [first, ...others] }) => {
      await client.invalidateQueries({ queryKey: catalogKey });
      navigate(first && others.length === 0 ? consolePaths.product(first) : consolePaths.products);
    },
  });
  const isFull = selectedIds.size >= MAX_SELECTED;
  return (
    <div className={shapes.form}>
      {items.map((product) => (
        <CheckField
          key={product.id}
          label={product.name}
          hint={<Prices prices={product.prices} />}
          checked={selectedIds.has(product.id)}
          disabled={isFull && !selectedIds.has(product.id)}
          onChange={(event) => {
            const next = new Set(selectedIds);
            if (event.target.checked) next.add(product.id);
            else next.delete(product.id);
            setSelectedIds(next);
          }}
        />
      ))}
      <p className={shapes.soft}>
        <Trans>
          Existing customers of this shop who subscribe to one of these products get access right
          away. Other Stripe customers aren’t imported, because customers are never matched by
          email.
        </Trans>
      </p>
      {importProducts.isError && <ErrorNotice error={importProducts.error} />}
      <div className={shapes.actions}>
        <Button
          kind="primary"
          busy={importProducts.isPending}
          disabledReason={selectedIds.size === 0 ? t`Select at least one product.` : undefined}
          onClick={() => importProducts.mutate()}
        >
          {importProducts.isPending
            ? t`Importing…`
            : selectedIds.size < 2
              ? t`Import`
              : t`${plural({ count: selectedIds.size }, { one: "Import # product", other: "Import # products" })}`}
        </Button>
        {isFull && (
          <span className={shapes.soft}>{t`You can import up to 10 products at a time.`}</span>
        )}
      </div>
    </div>
  );
}

function Prices({ prices }: { prices: ImportableProduct["prices"] }) {
  const { t, i18n } = useLingui();
  if (prices.length === 0) return t`No price`;
  return (
    <>
      {prices.map(({ id, facts, refusal }) => (
        <div key={id}>{facts ? describeRate(i18n, facts) : t`Not imported: ${refusal}`}</div>
      ))}
    </>
  );
}
