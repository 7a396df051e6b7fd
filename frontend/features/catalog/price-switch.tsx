import { formatMoney } from "../../ui/format-money.ts";
import { nameInterval, yearlySaving } from "./price-words.ts";
import styles from "./price-switch.module.css";
import type { Price } from "./queries.ts";

/** The choice between a product's prices. One price is no choice and is only shown. */
export function PriceSwitch({
  prices,
  selected,
  onSelect,
}: {
  prices: Price[];
  selected: Price;
  onSelect: (priceId: string) => void;
}) {
  if (prices.length === 1) return <p className={styles.single}>{amountOf(selected)}</p>;
  const severalCurrencies = new Set(prices.map((price) => price.currency)).size > 1;
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>How you pay</legend>
      {prices.map((price) => {
        const saving = yearlySaving(price, prices);
        return (
          <label key={price.id} className={styles.option}>
            <input
              type="radio"
              name="price"
              value={price.id}
              checked={price.id === selected.id}
              onChange={() => onSelect(price.id)}
            />
            <span className={styles.interval}>
              {nameInterval(price)}
              {severalCurrencies && `, ${price.currency.toUpperCase()}`}
            </span>
            <span className={styles.amount}>{amountOf(price)}</span>
            {saving > 0 && (
              <span className={styles.saving}>
                {formatMoney(saving, price.currency)} less a year
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

function amountOf(price: Price) {
  return price.amountMinor === 0 ? "Free" : formatMoney(price.amountMinor, price.currency);
}
