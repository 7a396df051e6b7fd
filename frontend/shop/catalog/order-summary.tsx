import { useLingui } from "@lingui/react/macro";
import type { Price } from "../../http/shop.ts";
import { SellerText } from "../../ui/seller-text.tsx";
import { describeDueToday, describePaymentTerms } from "./buy-copy.ts";
import { describeTotal } from "./price-copy.ts";
import styles from "./order-summary.module.css";

/**
 * What is bought, what follows, and what is due today: the last thing that buyers read before the button that orders
 * (decision 98).
 * @param props.lang of the name, if it is not in the page's language
 * @param props.price for all seats (`getPriceForSeats`)
 */
export function OrderSummary({
  name,
  lang,
  price,
  seats = 1,
  trialAvailable,
}: {
  name: string;
  lang?: string | undefined;
  price: Price;
  seats?: number | undefined;
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
      {price.amountMinor > 0 && (
        <p className={styles.due}>
          {t`Due today`} <strong>{describeDueToday(i18n, price, trialAvailable)}</strong>
        </p>
      )}
    </div>
  );
}
