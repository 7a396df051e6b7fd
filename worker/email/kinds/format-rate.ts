import { msg, plural } from "@lingui/core/macro";
import type { PriceTax } from "../../catalog/price-tax.ts";
import type { EmailRow } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";

/** What is paid, and how often. `amountMinor` is in minor units and for all seats. */
export type Rate = {
  amountMinor: number;
  currency: string;
  /** Null for a single payment. */
  interval: string | null;
  intervalCount: number | null;
  tax: PriceTax;
};

/** What a subscription costs, as a row of an email: none if the price is not known. */
export function listPrice(context: EmailContext, price: Rate | null): EmailRow[] {
  if (price === null) return [];
  const { i18n } = context;
  const label = i18n._(
    msg({ message: `Price`, comment: "Label of what a subscription costs: $9.00 a month" }),
  );
  return [{ label, value: formatRate(context, price) }];
}

/** `$9.00 a month`, `$9.00 every 3 months plus tax`, `$29.00`, `Free`. */
export function formatRate(context: EmailContext, rate: Rate): string {
  const { i18n, formats } = context;
  const { amountMinor, currency, interval, intervalCount, tax } = rate;
  if (amountMinor === 0) return i18n._(msg({ message: `Free`, comment: "Instead of a price" }));
  const amount = formats.money(amountMinor, currency, "exact");
  const count = intervalCount ?? 1;
  if (interval === null) return amount;
  if (tax === "exclusive") return formatExclusive(context, { amount, interval, count });
  if (tax === "inclusive") return formatInclusive(context, { amount, interval, count });
  return i18n._(
    {
      day: msg`${plural(count, { 1: `${amount} a day`, other: `${amount} every # days` })}`,
      week: msg`${plural(count, { 1: `${amount} a week`, other: `${amount} every # weeks` })}`,
      year: msg`${plural(count, { 1: `${amount} a year`, other: `${amount} every # years` })}`,
    }[interval] ??
      msg`${plural(count, { 1: `${amount} a month`, other: `${amount} every # months` })}`,
  );
}

type Parts = { amount: string; interval: string; count: number };

function formatExclusive({ i18n }: EmailContext, { amount, interval, count }: Parts): string {
  return i18n._(
    {
      day: msg`${plural(count, { 1: `${amount} a day plus tax`, other: `${amount} every # days plus tax` })}`,
      week: msg`${plural(count, { 1: `${amount} a week plus tax`, other: `${amount} every # weeks plus tax` })}`,
      year: msg`${plural(count, { 1: `${amount} a year plus tax`, other: `${amount} every # years plus tax` })}`,
    }[interval] ??
      msg`${plural(count, { 1: `${amount} a month plus tax`, other: `${amount} every # months plus tax` })}`,
  );
}

function formatInclusive({ i18n }: EmailContext, { amount, interval, count }: Parts): string {
  return i18n._(
    {
      day: msg`${plural(count, { 1: `${amount} a day incl. tax`, other: `${amount} every # days incl. tax` })}`,
      week: msg`${plural(count, { 1: `${amount} a week incl. tax`, other: `${amount} every # weeks incl. tax` })}`,
      year: msg`${plural(count, { 1: `${amount} a year incl. tax`, other: `${amount} every # years incl. tax` })}`,
    }[interval] ??
      msg`${plural(count, { 1: `${amount} a month incl. tax`, other: `${amount} every # months incl. tax` })}`,
  );
}
