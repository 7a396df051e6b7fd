import type { Choice } from "../../ui/choices.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDay } from "../../ui/format-time.ts";
import { nameInterval, tagPrice } from "../catalog/price-copy.ts";
import type { PlanPreview, Subscription } from "./queries.ts";

/** The plans a subscription can change to. Those of another product say whose they are. */
export function namePlans(plans: Subscription["plans"], productId: string | undefined): Choice[] {
  const elsewhere = plans.some(({ product }) => product.id !== productId);
  return plans.map(({ price, product }) => ({
    value: price.id,
    name: elsewhere ? product.name : nameInterval(price),
    main: tagPrice(price),
    detail: elsewhere ? nameInterval(price) : undefined,
  }));
}

/** What comes after a change: the usual charge, and when it is next. */
export function explainNextCharge({
  next,
  currency,
  creditMinor,
}: Pick<PlanPreview, "next" | "currency" | "creditMinor">): string {
  const amount = formatMoney(next.amountMinor, currency, "exact");
  const day = next.at === null ? "with the next period" : `on ${formatDay(next.at)}`;
  return creditMinor > 0
    ? `The next charge is ${day}: ${amount}, less your credit.`
    : `The next charge is ${day}: ${amount}.`;
}
