import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Choice } from "../../ui/choices.tsx";
import { describeInterval, formatPriceAmount, type Rate } from "../catalog/price-copy.ts";
import type { PlanPreview, Subscription } from "./queries.ts";

/**
 * Returns the current plan, marked, and the plans that a subscription can change to. If they belong to several products,
 * each shows its product.
 */
export function getPlanChoices(
  i18n: I18n,
  { product, price, plan, plans }: Pick<Subscription, "product" | "price" | "plan" | "plans">,
): Choice[] {
  const hasOtherProducts = plans.some((option) => option.product.id !== product?.id);
  const toChoice = (option: Pick<Subscription["plans"][number], "product"> & { price: Rate }) => ({
    name: hasOtherProducts ? option.product.name : describeInterval(i18n, option.price),
    main: formatPriceAmount(i18n, option.price),
    detail: hasOtherProducts ? describeInterval(i18n, option.price) : undefined,
  });
  const current = product && price && { product, price: { ...price, model: plan?.model } };
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

/** Describes a line of a preview: "Unused time on Studio (3 seats)". */
export function describePreviewLine(i18n: I18n, line: PlanPreview["lines"][number]): string {
  const { kind, productName: product, quantity, description } = line;
  if (product === null || kind === "other") return description ?? i18n._(msg`Other`);
  switch (kind) {
    case "unused_time":
      return quantity === 1
        ? i18n._(msg`Unused time on ${product}`)
        : i18n._(
            msg`${plural(quantity, { one: `Unused time on ${product} (# seat)`, other: `Unused time on ${product} (# seats)` })}`,
          );
    case "remaining_time":
      return quantity === 1
        ? i18n._(msg`Remaining time on ${product}`)
        : i18n._(
            msg`${plural(quantity, { one: `Remaining time on ${product} (# seat)`, other: `Remaining time on ${product} (# seats)` })}`,
          );
    case "full_period": {
      const end = formatsOf(i18n).date(line.periodEnd);
      return quantity === 1
        ? i18n._(msg`${product} until ${end}`)
        : i18n._(
            msg`${plural(quantity, { one: `${product} until ${end} (# seat)`, other: `${product} until ${end} (# seats)` })}`,
          );
    }
  }
}

/** Explains the first regular charge after a change: its amount and date. */
export function explainNextCharge(
  i18n: I18n,
  { next, currency, creditMinor }: Pick<PlanPreview, "next" | "currency" | "creditMinor">,
): string {
  const formats = formatsOf(i18n);
  const amount = formats.money(next.amountMinor, currency, "exact");
  if (next.at === null)
    return creditMinor > 0
      ? i18n._(msg`Your next charge is ${amount}, minus your credit, when the next period starts.`)
      : i18n._(msg`Your next charge is ${amount} when the next period starts.`);
  const day = formats.date(next.at);
  return creditMinor > 0
    ? i18n._(msg`Your next charge is ${amount}, minus your credit, on ${day}.`)
    : i18n._(msg`Your next charge is ${amount} on ${day}.`);
}
