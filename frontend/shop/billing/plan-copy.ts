import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Choice } from "../../ui/choices.tsx";
import {
  describeInterval,
  describeSaving,
  formatPriceAmount,
  getYearlySavings,
  type Rate,
} from "../catalog/price-copy.ts";
import type { PlanPreview, Subscription } from "./queries.ts";

/**
 * Returns the current plan, marked, and the plans that a subscription can change to. If they belong to several
 * products, each shows its product.
 */
export function getPlanChoices(
  i18n: I18n,
  { product, price, plan, plans }: Pick<Subscription, "product" | "price" | "plan" | "plans">,
): Choice[] {
  type Option = Pick<Subscription["plans"][number], "product"> & { price: Rate };
  const hasOtherProducts = plans.some((option) => option.product.id !== product?.id);
  const current: Option | null = product &&
    price && { product, price: { ...price, model: plan?.model } };
  const options: Option[] = current ? [current, ...plans] : plans;
  const toChoice = (option: Option) => {
    const interval = describeInterval(i18n, option.price);
    const prices = options.filter((other) => other.product.id === option.product.id);
    const saving = getYearlySavings(
      option.price,
      prices.map((other) => other.price),
    );
    return {
      name: hasOtherProducts ? option.product.name : interval,
      main: formatPriceAmount(i18n, option.price),
      detail:
        [hasOtherProducts && interval, saving > 0 && describeSaving(i18n, saving, option.price)]
          .filter((part) => part !== false)
          .join(" · ") || undefined,
    };
  };
  return [
    ...(current
      ? [
          {
            ...toChoice(current),
            value: plan?.priceId ?? "current",
            mark: i18n._(msg`Current plan`),
          },
        ]
      : []),
    ...plans.map((option) => ({ ...toChoice(option), value: option.price.id })),
  ];
}

type LineWords = { product: string; quantity: number; end: string };

const lines: Record<
  Exclude<PlanPreview["lines"][number]["kind"], "other">,
  (words: LineWords) => MessageDescriptor
> = {
  unused_time: ({ product, quantity }) =>
    quantity === 1
      ? msg`Unused time on ${product}`
      : msg`${plural(quantity, { one: `Unused time on ${product} (# seat)`, other: `Unused time on ${product} (# seats)` })}`,
  remaining_time: ({ product, quantity }) =>
    quantity === 1
      ? msg`Remaining time on ${product}`
      : msg`${plural(quantity, { one: `Remaining time on ${product} (# seat)`, other: `Remaining time on ${product} (# seats)` })}`,
  full_period: ({ product, quantity, end }) =>
    quantity === 1
      ? msg`${product} until ${end}`
      : msg`${plural(quantity, { one: `${product} until ${end} (# seat)`, other: `${product} until ${end} (# seats)` })}`,
};

/** Describes a line of a preview: "Unused time on Studio (3 seats)". */
export function describePreviewLine(i18n: I18n, line: PlanPreview["lines"][number]): string {
  const { kind, productName: product, quantity, description } = line;
  if (product === null || kind === "other") return description ?? i18n._(msg`Other`);
  const end = formatsOf(i18n).date(line.periodEnd);
  return i18n._(lines[kind]({ product, quantity, end }));
}

/** Explains the first regular charge after a change: its amount and date. */
export function explainNextCharge(
  i18n: I18n,
  { next, currency, creditMinor }: Pick<PlanPreview, "next" | "currency" | "creditMinor">,
): string {
  const formats = formatsOf(i18n);
  const amount = formats.money(next.amountMinor, currency, "exact");
  const day = next.at === null ? null : formats.date(next.at);
  return i18n._(findChargeSentence(amount, day, creditMinor > 0));
}

function findChargeSentence(amount: string, day: string | null, hasCredit: boolean) {
  if (day === null)
    return hasCredit
      ? msg`Your next charge is ${amount}, minus your credit, when the next period starts.`
      : msg`Your next charge is ${amount} when the next period starts.`;
  return hasCredit
    ? msg`Your next charge is ${amount}, minus your credit, on ${day}.`
    : msg`Your next charge is ${amount} on ${day}.`;
}
