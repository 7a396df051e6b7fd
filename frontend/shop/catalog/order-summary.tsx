import { useLingui } from "@lingui/react/macro";
import type { Price } from "../../http/shop.ts";
import { SellerText } from "../../ui/seller-text.tsx";
import { describeDueToday, describePaymentTerms } from "./buy-copy.ts";
import { addUpPrices, describeTotal, formatPriceAmount } from "./price-copy.ts";
import styles from "./order-summary.module.css";

/** A product that is bought beside another one, at a one-time price. */
export type AddedProduct = {
  id: string;
  name: string;
  lang?: string | undefined;
  price: Price;
};

/** Returns products with their prices as the summary names them. */
export const toAddedProducts = (
  added: { product: { name: string }; price: Price }[],
): AddedProduct[] => added.map(({ product: { name }, price }) => ({ id: price.id, name, price }));

/**
 * What is bought, what follows, and what is due today: the last thing that buyers read before the button that orders
 * (decision 98).
 * @param props.lang of the name, if it is not in the page's language
 * @param props.price for all seats (`getPriceForSeats`)
 * @param props.added what is bought beside it
 */
export function OrderSummary({
  name,
  lang,
  price,
  seats = 1,
  added = [],
  trialAvailable,
}: {
  name: string;
  lang?: string | undefined;
  price: Price;
  seats?: number | undefined;
  added?: AddedProduct[];
  trialAvailable: boolean;
}) {
  const { t, i18n } = useLingui();
  return (
    <div className={styles.summary}>
      <SellerText lang={lang} className={styles.name}>
        {name}
      </SellerText>
      {seats > 1 && <p>{describeTotal(i18n, price, seats)}</p>}
      <p className={styles.terms}>{describePaymentTerms(i18n, price, trialAvailable)}</p>
      {added.map((one) => (
        <p key={one.id}>
          <SellerText lang={one.lang} className={styles.name}>
            {one.name}
          </SellerText>{" "}
          {formatPriceAmount(i18n, one.price)}
        </p>
      ))}
      {addUpPrices(price, added).amountMinor > 0 && (
        <p className={styles.due}>
          {t`Due today`} <strong>{describeDueToday(i18n, price, trialAvailable, added)}</strong>
        </p>
      )}
    </div>
  );
}
