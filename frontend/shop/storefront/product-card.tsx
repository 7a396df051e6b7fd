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
        <h2 className={styles.name}>
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </h2>
        {product.tagline && <p className={styles.tagline}>{product.tagline}</p>}
        <p className={styles.price}>
          {describeStartingPrice(product.prices)}
          {trialDays > 0 && <span className={styles.trial}>{trialDays} days free</span>}
        </p>
      </div>
    </article>
  );
}
