import { Plural, useLingui } from "@lingui/react/macro";
import type { Price, Product } from "../../http/shop.ts";
import shapes from "../../ui/shapes.module.css";
import { Cover } from "../catalog/cover.tsx";
import { describeTotal, getPriceForSeats } from "../catalog/price-copy.ts";
import styles from "./sign-in.module.css";

/** What a user signs in to buy. `quantity` is the number of seats, for a price per seat. */
export type Purchase = {
  product: Pick<Product, "slug" | "name" | "image">;
  price: Price;
  quantity: number;
};

/** The product, its price and its trial, above the ways to sign in. */
export function IntendedPurchase({
  purchase: { product, price, quantity },
}: {
  purchase: Purchase;
}) {
  const { t, i18n } = useLingui();
  const { trialDays } = price;
  const total = describeTotal(i18n, getPriceForSeats(price, quantity), quantity);
  return (
    <section className={styles.purchase} aria-label={t`Your purchase`}>
      <Cover slug={product.slug} image={product.image} sizes="4.5rem" />
      <div>
        <p className={styles.name}>{product.name}</p>
        <p>{total}</p>
        {trialDays > 0 && (
          <p className={shapes.muted}>
            <Plural
              value={trialDays}
              one="The first # day is free if you haven’t had a free trial before."
              other="The first # days are free if you haven’t had a free trial before."
            />
          </p>
        )}
      </div>
    </section>
  );
}
