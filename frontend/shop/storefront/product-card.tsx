import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Cover } from "../catalog/cover.tsx";
import { describeStartingPrice } from "../catalog/price-copy.ts";
import styles from "./product-card.module.css";
import type { Product } from "../../http/shop.ts";

/**
 * A product on the storefront. The whole card is a link.
 * @param props.isFurtherDown whether it is probably seen only after scrolling
 */
export function ProductCard({
  product,
  isFurtherDown,
}: {
  product: Product;
  isFurtherDown: boolean;
}) {
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
        <h2 className={styles.name} lang={product.langs?.name} dir="auto">
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </h2>
        {product.tagline && (
          <p className={styles.tagline} lang={product.langs?.tagline} dir="auto">
            {product.tagline}
          </p>
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
