import { useLingui } from "@lingui/react/macro";
import type { Price } from "../../http/shop.ts";
import choiceStyles from "../../ui/choices.module.css";
import { Choices } from "../../ui/choices.tsx";
import {
  describeInterval,
  describeSaving,
  formatPriceAmount,
  getYearlySavings,
} from "./price-copy.ts";

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
  const { t, i18n } = useLingui();
  if (prices.length === 1)
    return (
      <>
        <p className={choiceStyles.main}>{formatPriceAmount(i18n, selected)}</p>
        <input type="hidden" name="price" value={selected.id} />
      </>
    );
  const hasSeveralCurrencies = new Set(prices.map((price) => price.currency)).size > 1;
  const choices = prices.map((price) => {
    const saving = getYearlySavings(price, prices);
    const interval = describeInterval(i18n, price);
    const currency = price.currency.toUpperCase();
    return {
      value: price.id,
      name: hasSeveralCurrencies
        ? t({ message: `${interval}, ${currency}`, comment: "A price: Monthly, USD" })
        : interval,
      main: formatPriceAmount(i18n, price),
      detail: saving > 0 ? describeSaving(i18n, saving, price) : undefined,
    };
  });
  return (
    <Choices
      legend={t`Price`}
      name="price"
      choices={choices}
      selected={selected.id}
      onSelect={onSelect}
    />
  );
}
