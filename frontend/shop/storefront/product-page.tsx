import { useLingui } from "@lingui/react/macro";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { Link, Redirect, useParams } from "wouter";
import { isApiError, isMissing } from "../../http/errors.ts";
import { productQuery, type ProductBenefit, type ProductDetails } from "../../http/shop.ts";
import { useQuery } from "../../http/use-query.ts";
import { paths } from "../../paths.ts";
import { Gone, NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Prose } from "../../ui/prose.tsx";
import { SellerText } from "../../ui/seller-text.tsx";
import shapes from "../../ui/shapes.module.css";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { Assurances } from "./assurances.tsx";
import { describeBenefit } from "./benefit-copy.ts";
import { BuyPanel } from "./buy-panel.tsx";
import { Gallery } from "./gallery.tsx";
import { Samples } from "./samples.tsx";
import styles from "./product-page.module.css";

/** `/p/:slug`: a product, its benefits, and the form to buy it. */
export default function ProductPage() {
  const { slug = "" } = useParams();
  const query = useQuery(productQuery(slug));
  const buyPanelKey = useBuyPanelKey();
  if (isMissing(query.error)) return <NotFound />;
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
  const { t } = useLingui();
  return (
    <article className={styles.product}>
      <header className={styles.head}>
        <PageHeading lang={product.langs?.name}>{product.name}</PageHeading>
        {product.tagline && (
          <SellerText className={styles.tagline} lang={product.langs?.tagline}>
            {product.tagline}
          </SellerText>
        )}
      </header>
      <div className={styles.media}>
        <Gallery product={product} className={styles.cover} />
        <Samples samples={product.samples} className={styles.samples} />
      </div>
      <div className={styles.buy}>
        {buyPanel ?? <p>{t`This product isn’t available right now.`}</p>}
        {buyPanel && <Assurances prices={product.prices} refunds={product.refunds} />}
      </div>
      {product.benefits.length > 0 && (
        <section className={styles.gets} aria-labelledby="gets">
          <Parts parts={product.parts} />
          <h2 id="gets">{t`What you get`}</h2>
          <ul className={classNames(shapes.lined, styles.benefits)}>
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

/** The products that a bundle includes. */
function Parts({ parts }: Pick<ProductDetails, "parts">) {
  const { t } = useLingui();
  if (parts.length === 0) return null;
  return (
    <>
      <h2>
        {t({ message: `Includes`, comment: "Heading of the products that a bundle includes" })}
      </h2>
      <ul className={classNames(shapes.lined, styles.benefits)}>
        {parts.map(({ id, slug, name, tagline, langs }) => (
          <li key={id}>
            <SellerText lang={langs?.name}>
              {slug === null ? name : <Link href={paths.product(slug)}>{name}</Link>}
            </SellerText>
            {tagline !== "" && <SellerText lang={langs?.tagline}>{tagline}</SellerText>}
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Returns a key that creates the form again with what the URL says to buy. The Worker draws it without: the page is the
 * same for all visitors, and the first render in the browser must be the same, too.
 */
function useBuyPanelKey(): string {
  const [hasSelection] = useState(() => /[?&]buy=/.test(globalThis.location?.search ?? ""));
  // What differs after the first render draws the whole page a second time, in one long task.
  return useSyncExternalStore(
    () => () => undefined,
    () => (hasSelection ? "selected" : "drawn"),
    () => "drawn",
  );
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
      <div className={styles.media}>
        <div className={styles.drawnCover}>
          <Skeleton height="100%" />
        </div>
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

/** A benefit of a product with a short description. Pages link to their excerpt. */
function BenefitLine({ benefit: { name, langs, detail } }: { benefit: ProductBenefit }) {
  const { t, i18n } = useLingui();
  const description = detail && describeBenefit(i18n, detail);
  return (
    <>
      <SellerText lang={langs?.name}>{name}</SellerText>
      {description && <p className={shapes.muted}>{description}</p>}
      {detail?.type === "page" && (
        <ul className={classNames(shapes.muted, styles.pages)}>
          {detail.pages.map((page) => (
            <SellerText as="li" key={page.slug} lang={page.langs?.title}>
              <Link href={paths.page(page.slug)}>{page.title}</Link>
              {page.isFree && (
                <span lang={i18n.locale} className={styles.free}>
                  {t({
                    message: `Read it for free`,
                    comment: "Beside a page that needs no purchase",
                  })}
                </span>
              )}
            </SellerText>
          ))}
        </ul>
      )}
    </>
  );
}
