import type { I18n } from "@lingui/core";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { LibraryEntry } from "./queries.ts";

export type TimelineEntry = LibraryEntry["timeline"][number];

/** Who reads: the user in their library, or the team in the console. */
export type TimelineReader = "customer" | "team";

/** Who made a change, as a sentence's subject. `other`: it is not known, or not worth naming. */
export type TimelineActor = "you" | "customer" | "shop" | "other";

/** Returns whom a sentence names as the one who made the change. */
export function findActor({ by }: TimelineEntry, reader: TimelineReader): TimelineActor {
  switch (by) {
    case "customer":
      return reader === "customer" ? "you" : "customer";
    case "shop":
      return "shop";
    // A webhook told of it first: Stripe does not say who it was. It can be the user or the team.
    case "stripe":
    case undefined:
      return "other";
  }
}

/** Formats the amount of an entry: "$9 a month", "$29.00", "$27 a month for 3 seats"; null if it has none. */
export function describeAmount(
  i18n: I18n,
  rate: Pick<TimelineEntry, "amountMinor" | "currency" | "interval" | "intervalCount" | "quantity">,
): string | null {
  const { amountMinor, currency, interval = null, intervalCount = null, quantity = 1 } = rate;
  if (amountMinor === undefined || currency === undefined) return null;
  if (interval === null && quantity === 1)
    return formatsOf(i18n).money(amountMinor, currency, "exact");
  return describeTotal(i18n, { amountMinor, currency, interval, intervalCount }, quantity);
}
