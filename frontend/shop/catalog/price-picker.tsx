import { Choices } from "../../ui/choices.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { describeInterval, formatPriceAmount, getYearlySavings } from "./price-copy.ts";
import styles from "./price-picker.module.css";
import type { Price } from "../../http/shop.ts";

/** Chooses between a product's prices. A single price is only shown. A form sends the choice as `price`. */
export function PricePicker({
  prices,
  selected,
  onSelect,
}: {
  prices: Price[];
  selected: Price;
  onSelect: (priceId: string) => void;
}) {
  if (prices.length === 1)
    return (
      <>
        <p className={styles.single}>{formatPriceAmount(selected)}</p>
        <input type="hidden" name="price" value={selected.id} />
      </>
    );
  const hasSeveralCurrencies = new Set(prices.map((price) => price.currency)).size > 1;
  const choices = prices.map((price) => {
    const saving = getYearlySavings(price, prices);
    return {
      value: price.id,
      name:
        describeInterval(price) + (hasSeveralCurrencies ? `, ${price.currency.toUpperCase()}` : ""),
      main: formatPriceAmount(price),
      detail: saving > 0 ? describeSaving(saving, price) : undefined,
    };
  });
  return (
    <Choices
      legend="How you pay"
      name="price"
      choices={choices}
      selected={selected.id}
      onSelect={onSelect}
    />
  );
}

function describeSaving(savingMinor: number, { currency, model }: Price) {
  return `${formatMoney(savingMinor, currency)} less a ${model === "per_seat" ? "seat" : "year"}`;
}
