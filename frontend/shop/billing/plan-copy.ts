import type { Choice } from "../../ui/choices.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDate } from "../../ui/format-time.ts";
import { describeInterval, formatPriceAmount } from "../catalog/price-copy.ts";
import type { PlanPreview, Subscription } from "./queries.ts";

/** Returns the plans that a subscription can change to. If they belong to several products, each shows its product. */
export function getPlanChoices(
  plans: Subscription["plans"],
  productId: string | undefined,
): Choice[] {
  const hasOtherProducts = plans.some(({ product }) => product.id !== productId);
  return plans.map(({ price, product }) => ({
    value: price.id,
    name: hasOtherProducts ? product.name : describeInterval(price),
    main: formatPriceAmount(price),
    detail: hasOtherProducts ? describeInterval(price) : undefined,
  }));
}

/** Explains the first regular charge after a change: its amount and date. */
export function explainNextCharge({
  next,
  currency,
  creditMinor,
}: Pick<PlanPreview, "next" | "currency" | "creditMinor">): string {
  const amount = formatMoney(next.amountMinor, currency, "exact");
  const day = next.at === null ? "with the next period" : `on ${formatDate(next.at)}`;
  return creditMinor > 0
    ? `The next charge is ${day}: ${amount}, less your credit.`
    : `The next charge is ${day}: ${amount}.`;
}
