import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { shopQuery, type Product, type Section } from "../../http/shop.ts";
import { useQuery } from "../../http/use-query.ts";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SellerText } from "../../ui/seller-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Cover } from "../catalog/cover.tsx";
import { FreeTrial } from "../catalog/free-trial.tsx";
import { describeStartingPrice } from "../catalog/price-copy.ts";
import { describeIncludes, describeProductKind } from "../catalog/product-kind.ts";
import { sortIntoSections, type Part } from "./sort-into-sections.ts";
import styles from "./storefront-page.module.css";

/** How many products are seen without scrolling on most screens. */
const FIRST_CARDS = 4;

/** `/`: the shop's introduction and all its products. */
export default function StorefrontPage() {
  const { t } = useLingui();
  return (
    <QueryBoundary query={useQuery(shopQuery)} skeleton={<StorefrontSkeleton />} level="page">
      {({ shop, products, sections }) => (
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
            <Products products={products} sections={sections} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

/** The products in the seller's sections, and those that are in none after them. */
function Products({ products, sections }: { products: Product[]; sections: Section[] }) {
  const { t } = useLingui();
  if (sections.length === 0) return <Grid products={products} firstIndex={0} nameLevel="h2" />;
  const { parts, others } = sortIntoSections(products, sections);
  const headings = [
    ...parts,
    ...(others.length > 0 ? [{ id: "others", name: t`More products`, products: others }] : []),
  ];
  let firstIndex = 0;
  return headings.map(({ id, name, lang, products }: Part) => {
    const start = firstIndex;
    firstIndex += products.length;
    return (
      <section key={id} className={styles.section} aria-labelledby={`section-${id}`}>
        <h2 id={`section-${id}`} lang={lang} dir="auto">
          {name}
        </h2>
        <Grid products={products} firstIndex={start} nameLevel="h3" />
      </section>
    );
  });
}

/** @param props.firstIndex how many cards are above */
function Grid({
  products,
  firstIndex,
  nameLevel,
}: {
  products: Product[];
  firstIndex: number;
  nameLevel: "h2" | "h3";
}) {
  return (
    <ul className={styles.products}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            nameLevel={nameLevel}
            isFurtherDown={firstIndex + index >= FIRST_CARDS}
          />
        </li>
      ))}
    </ul>
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
function ProductCard({
  product,
  nameLevel,
  isFurtherDown,
}: {
  product: Product;
  nameLevel: "h2" | "h3";
  isFurtherDown: boolean;
}) {
  const { i18n } = useLingui();
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
        <SellerText as={nameLevel} className={styles.name} lang={product.langs?.name}>
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </SellerText>
        {product.tagline && (
          <SellerText className={styles.tagline} lang={product.langs?.tagline}>
            {product.tagline}
          </SellerText>
        )}
        {product.includes && product.includes.length > 0 && (
          <p className={styles.tagline}>{describeIncludes(i18n, product.includes)}</p>
        )}
        <p className={styles.price}>
          {describeStartingPrice(i18n, product.prices)}
          <FreeTrial prices={product.prices} className={styles.trial} />
        </p>
      </div>
    </article>
  );
}
