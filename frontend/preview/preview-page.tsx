import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearch } from "wouter";
import { previewPaths } from "../admin/frame/console-paths.ts";
import { isApiError } from "../http/errors.ts";
import { NotFound } from "../shell/not-found.tsx";
import { PageSkeleton } from "../shell/page-skeleton.tsx";
import { QueryBoundary } from "../shell/query-boundary.tsx";
import { PageText } from "../shop/pages/read-page.tsx";
import { ProductArticle } from "../shop/storefront/product-page.tsx";
import { PreviewBar } from "./preview-bar.tsx";
import { PreviewBuyPanel } from "./preview-buy-panel.tsx";
import {
  pagePreviewQuery,
  productPreviewQuery,
  readPreviewLanguage,
  type PagePreview,
} from "./queries.ts";

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
                  <PreviewBuyPanel prices={[first, ...others]} isForSale={status === "published"} />
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

/** The page for somebody who has bought it, or for everybody else. */
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
const isRefused = (error: Error | null) =>
  isApiError(error, "not_found") ||
  isApiError(error, "invalid_input") ||
  isApiError(error, "unauthenticated");
