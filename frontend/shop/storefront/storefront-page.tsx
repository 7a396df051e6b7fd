import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { shopQuery, type Product } from "../../http/shop.ts";
import { useQuery } from "../../http/use-query.ts";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SellerText } from "../../ui/seller-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Cover } from "../catalog/cover.tsx";
import { describeStartingPrice } from "../catalog/price-copy.ts";
import { describeProductKind } from "../catalog/product-kind.ts";
import styles from "./storefront-page.module.css";

/** How many products are seen without scrolling on most screens. */
const FIRST_CARDS = 4;

/** `/`: the shop's introduction and all its products. */
export default function StorefrontPage() {
  const { t } = useLingui();
  return (
    <QueryBoundary query={useQuery(shopQuery)} skeleton={<StorefrontSkeleton />} level="page">
      {({ shop, products }) => (
        <>
          <PageHeading className={styles.line} documentTitle="" lang={shop.langs?.line}>
            {shop.line || shop.name}
          </PageHeading>
          {products.length === 0 ? (
            <EmptyState
              title={t`No products yet.`}
              text={t`The shop is being set up. Check back soon.`}
            />
          ) : (
            <ul className={styles.products}>
              {products.map((product, index) => (
                <li key={product.id}>
                  <ProductCard product={product} isFurtherDown={index >= FIRST_CARDS} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function StorefrontSkeleton() {
  return (
    <>
      <div className={classNames(styles.line, styles.lineSkeleton)}>
        <Skeleton width="24ch" height="0.92em" />
      </div>
      <ul className={styles.products}>
        {Array.from({ length: 8 }, (_, index) => (
          <li key={index} className={styles.card}>
            <div className={styles.shape}>
              <Skeleton height="100%" />
            </div>
            <div className={styles.text}>
              <Skeleton width="60%" height="1.5rem" />
              <Skeleton width="90%" />
              <Skeleton width="35%" />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * A product on the storefront. The whole card is a link.
 * @param props.isFurtherDown whether it is probably seen only after scrolling
 */
function ProductCard({ product, isFurtherDown }: { product: Product; isFurtherDown: boolean }) {
  const { i18n } = useLingui();
  const trialDays = Math.max(0, ...product.prices.map((price) => price.trialDays));
  return (
    <article className={styles.card}>
      <Cover
        slug={product.slug}
        image={product.image}
        sizes="(max-width: 36rem) 6.5rem, 20rem"
        priority={isFurtherDown ? "last" : undefined}
        className={styles.cover}
      />
      <div className={styles.text}>
        <p className={styles.kind}>{describeProductKind(i18n, product)}</p>
        <SellerText as="h2" className={styles.name} lang={product.langs?.name}>
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </SellerText>
        {product.tagline && (
          <SellerText className={styles.tagline} lang={product.langs?.tagline}>
            {product.tagline}
          </SellerText>
        )}
        <p className={styles.price}>
          {describeStartingPrice(i18n, product.prices)}
          {trialDays > 0 && (
            <span className={styles.trial}>
              <Plural value={trialDays} one="#-day free trial" other="#-day free trial" />
            </span>
          )}
        </p>
      </div>
    </article>
  );
}
