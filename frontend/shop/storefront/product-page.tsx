import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { Redirect, useParams } from "wouter";
import { isApiError } from "../../http/errors.ts";
import { paths } from "../../paths.ts";
import { Gone } from "../../shell/gone.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { BenefitLine } from "./benefit-line.tsx";
import { BuyPanel } from "./buy-panel.tsx";
import { Cover } from "../catalog/cover.tsx";
import styles from "./product-page.module.css";
import { productQuery, type ProductDetails } from "../../http/shop.ts";

/** `/p/:slug`: a product, its benefits, and the form to buy it. */
export default function ProductPage() {
  const { slug = "" } = useParams();
  const query = useQuery(productQuery(slug));
  const buyPanelKey = useBuyPanelKey();
  // The API rejects malformed slugs as invalid input; users see the same "not found" page.
  if (isApiError(query.error, "not_found") || isApiError(query.error, "invalid_input"))
    return <NotFound />;
  if (isApiError(query.error, "product_archived")) return <Gone />;
  // A link inside the app with a slug that the product had before.
  if (query.data && query.data.slug !== slug)
    return <Redirect to={paths.product(query.data.slug)} replace />;
  return (
    <QueryBoundary query={query} skeleton={<ProductSkeleton />} level="page">
      {(product) => {
        const [first, ...others] = product.prices;
        return (
          <ProductArticle
            product={product}
            buyPanel={
              first && (
                <BuyPanel key={buyPanelKey} product={{ ...product, prices: [first, ...others] }} />
              )
            }
          />
        );
      }}
    </QueryBoundary>
  );
}

/** What a product's page says. @param props.buyPanel undefined if it is not for sale */
export function ProductArticle({
  product,
  buyPanel,
}: {
  product: Omit<ProductDetails, "sharePicture">;
  buyPanel: ReactNode;
}) {
  return (
    <article className={styles.product}>
      <header className={styles.head}>
        <PageHeading lang={product.langs?.name}>{product.name}</PageHeading>
        {product.tagline && (
          <p className={styles.tagline} lang={product.langs?.tagline} dir="auto">
            {product.tagline}
          </p>
        )}
      </header>
      <Cover
        slug={product.slug}
        image={product.image}
        sizes="(min-width: 52rem) 36vw, calc(100vw - 2.5rem)"
        priority="first"
        className={styles.cover}
      />
      <div className={styles.buy}>
        {buyPanel ?? (
          <p>
            <Trans>This product isn’t available right now.</Trans>
          </p>
        )}
      </div>
      {product.benefits.length > 0 && (
        <section className={styles.gets} aria-labelledby="gets">
          <h2 id="gets">
            <Trans>What you get</Trans>
          </h2>
          <ul className={styles.benefits}>
            {product.benefits.map((benefit) => (
              <li key={benefit.id}>
                <BenefitLine benefit={benefit} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.description}>
        <Prose html={product.descriptionHtml} lang={product.langs?.description} />
      </div>
    </article>
  );
}

/**
 * Returns a key that creates the form anew with what the URL says to buy. The Worker draws it without: the page is the
 * same for everybody, and the first render in the browser must be the same, too.
 */
function useBuyPanelKey(): string {
  const isTakenOver = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const [hasSelection] = useState(() => /[?&]buy=/.test(globalThis.location?.search ?? ""));
  return isTakenOver && hasSelection ? "selected" : "drawn";
}

function ProductSkeleton() {
  return (
    <div className={styles.product}>
      <div className={styles.head}>
        <Skeleton width="70%" height="3rem" />
        <div className={styles.tagline}>
          <Skeleton width="85%" />
        </div>
      </div>
      <div className={styles.cover}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.buy}>
        <Skeleton width="30rem" height="5rem" />
      </div>
      <div className={styles.description}>
        <SkeletonLines lines={6} />
      </div>
    </div>
  );
}
