import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProductCard } from "./product-card.tsx";
import cardStyles from "./product-card.module.css";
import { shopQuery } from "../../http/shop.ts";
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
            <EmptyState title={t`No products yet.`}>
              <p>
                <Trans>The shop is being set up. Check back soon.</Trans>
              </p>
            </EmptyState>
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
        <Skeleton width="15ch" height="0.92em" />
        <Skeleton width="12ch" height="0.92em" />
      </div>
      <ul className={styles.products}>
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} className={cardStyles.card}>
            <div className={styles.square}>
              <Skeleton height="100%" />
            </div>
            <div className={cardStyles.text}>
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
