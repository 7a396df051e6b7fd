import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearch } from "wouter";
import { useLingui } from "@lingui/react/macro";
import type { InferResponseType } from "hono/client";
import { isLocale, type Locale } from "../../worker/shared/locales.ts";
import { previewPaths } from "../admin/frame/console-paths.ts";
import { api, read } from "../http/client.ts";
import { isApiError, isMissing } from "../http/errors.ts";
import type { AddOn, Price } from "../http/shop.ts";
import { NotFound } from "../shell/not-found.tsx";
import { PageSkeleton } from "../shell/page-skeleton.tsx";
import { QueryBoundary } from "../shell/query-boundary.tsx";
import { PageText } from "../shop/pages/read-page.tsx";
import { BuyForm } from "../shop/storefront/buy-panel.tsx";
import { ProductArticle } from "../shop/storefront/product-page.tsx";
import { usePriceSelection } from "../shop/storefront/use-price-selection.ts";
import { Notice } from "../ui/notice.tsx";
import { PreviewBar } from "./preview-bar.tsx";

/** `/preview/p/:id` and `/preview/read/:id`: a draft as buyers will see it. Only the team can open it. */
export default function PreviewPage() {
  const { kind = "", id = "" } = useParams();
  if (previewPaths.product(id) === `/preview/${kind}/${id}`) return <ProductPreviewPage id={id} />;
  if (previewPaths.page(id) === `/preview/${kind}/${id}`) return <PagePreviewPage id={id} />;
  return <NotFound />;
}

function ProductPreviewPage({ id }: { id: string }) {
  const query = useQuery(productPreviewQuery(id, readPreviewLanguage(useSearch())));
  if (isRefused(query.error)) return <NotFound />;
  return (
    <QueryBoundary query={query} skeleton={<PageSkeleton />} level="page">
      {({ status, product }) => {
        const [first, ...others] = product.prices;
        return (
          <>
            <PreviewBar kind="product" id={id} status={status} />
            <ProductArticle
              product={product}
              buyPanel={
                first && (
                  <PreviewBuyPanel
                    product={{ name: product.name, lang: product.langs?.name }}
                    prices={[first, ...others]}
                    addOns={product.addOns}
                    isForSale={status === "published"}
                  />
                )
              }
            />
          </>
        );
      }}
    </QueryBoundary>
  );
}

function PagePreviewPage({ id }: { id: string }) {
  const query = useQuery(pagePreviewQuery(id, readPreviewLanguage(useSearch())));
  if (isRefused(query.error)) return <NotFound />;
  return (
    <QueryBoundary query={query} skeleton={<PageSkeleton />} level="page">
      {(preview) => <MembersPagePreview id={id} preview={preview} />}
    </QueryBoundary>
  );
}

/** The page as readers with access see it, or as all others do. */
function MembersPagePreview({
  id,
  preview: { status, open, closed },
}: {
  id: string;
  preview: PagePreview;
}) {
  const [hasAccess, setHasAccess] = useState(true);
  return (
    <>
      <PreviewBar
        kind="page"
        id={id}
        status={status}
        access={closed ? { isShown: hasAccess, onChange: setHasAccess } : undefined}
      />
      <PageText page={closed && !hasAccess ? closed : open} />
    </>
  );
}

/** Who is not in the team learns nothing: neither visitors nor buyers, and neither a wrong id nor another one's. */
const isRefused = (error: Error | null) => isMissing(error) || isApiError(error, "unauthenticated");

/** The form to buy a product as buyers will see it. It buys nothing, and says so when it is used. */
function PreviewBuyPanel({
  product,
  prices,
  addOns,
  isForSale,
}: {
  product: { name: string; lang: string | undefined };
  prices: [Price, ...Price[]];
  addOns: AddOn[];
  isForSale: boolean;
}) {
  const { t } = useLingui();
  const choice = usePriceSelection(prices, null, addOns);
  const [hasTried, setHasTried] = useState(false);
  return (
    <BuyForm
      product={product}
      prices={prices}
      choice={choice}
      trialAvailable
      busy={false}
      notice={
        hasTried && (
          <Notice tone="info" title={t`You can’t buy in the preview.`}>
            <p>
              {isForSale
                ? t`Open the product in the shop to buy it.`
                : t`When the product is published, this button opens the checkout.`}
            </p>
          </Notice>
        )
      }
      onBuy={(event) => {
        event.preventDefault();
        setHasTried(true);
      }}
    />
  );
}

const preview = api.admin.preview;

type PagePreview = InferResponseType<(typeof preview.pages)[":id"]["$get"]>;

/** Returns the language of the seller's texts that the URL of a preview asks for; undefined for the default one. */
function readPreviewLanguage(search: string): Locale | undefined {
  const lang = new URLSearchParams(search).get("lang");
  return isLocale(lang) ? lang : undefined;
}

const toQuery = (lang: Locale | undefined) => (lang === undefined ? {} : { lang });

/** A product in any status as its page will show it. Refetched whenever the tab gets the focus. */
const productPreviewQuery = (id: string, lang: Locale | undefined) =>
  queryOptions({
    queryKey: ["admin", "preview", "product", id, lang],
    queryFn: () => read(preview.products[":id"].$get({ param: { id }, query: toQuery(lang) })),
    staleTime: 0,
    refetchOnWindowFocus: "always",
  });

/** A page in any status as its readers will see it. */
const pagePreviewQuery = (id: string, lang: Locale | undefined) =>
  queryOptions({
    queryKey: ["admin", "preview", "page", id, lang],
    queryFn: () => read(preview.pages[":id"].$get({ param: { id }, query: toQuery(lang) })),
    staleTime: 0,
    refetchOnWindowFocus: "always",
  });
