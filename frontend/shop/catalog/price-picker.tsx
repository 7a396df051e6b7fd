import { Choices } from "../../ui/choices.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { nameInterval, tagPrice, yearlySaving } from "./price-copy.ts";
import styles from "./price-picker.module.css";
import type { Price } from "../../http/shop.ts";

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
  if (prices.length === 1) return <p className={styles.single}>{tagPrice(selected)}</p>;
  const severalCurrencies = new Set(prices.map((price) => price.currency)).size > 1;
  const choices = prices.map((price) => {
    const saving = yearlySaving(price, prices);
    return {
      value: price.id,
      name: nameInterval(price) + (severalCurrencies ? `, ${price.currency.toUpperCase()}` : ""),
      main: tagPrice(price),
      detail: saving > 0 ? describeSaving(saving, price) : undefined,
    };
  });
  return (
    <Choices legend="How you pay" choices={choices} selected={selected.id} onSelect={onSelect} />
  );
}

function describeSaving(savingMinor: number, { currency, model }: Price) {
  return `${formatMoney(savingMinor, currency)} less a ${model === "per_seat" ? "seat" : "year"}`;
}
