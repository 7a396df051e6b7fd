import type { I18n } from "@lingui/core";
import { msg, plural, select } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { findActor, type TimelineEntry, type TimelineReader } from "./timeline-entry.ts";

type Code = Extract<
  TimelineEntry["code"],
  `gift_${string}` | `benefit_${string}` | "reopened" | `key_${string}` | "downloaded"
>;

/** Describes what happened to a gift, or to a benefit of a purchase. */
export function describeBenefitEntry(
  i18n: I18n,
  code: Code,
  entry: TimelineEntry,
  reader: TimelineReader,
): string {
  const by = findActor(entry, reader);
  // The name of a benefit or a file. Steps about keys and downloads always have one.
  const { name = "", count = 1 } = entry;
  switch (code) {
    case "gift_given":
      return describeGift(i18n, entry);
    case "gift_claimed":
      return i18n._(msg`The gift was accepted.`);
    case "gift_ended":
      return i18n._(msg`The gift ended.`);
    case "gift_taken_back":
      return i18n._(msg`The shop revoked the gift.`);
    case "benefit_added":
      return i18n._(msg`The shop added benefits.`);
    case "benefit_removed":
      return i18n._(msg`The shop removed benefits.`);
    case "reopened":
      return i18n._(msg`Access was restored.`);
    case "key_issued":
      return i18n._(msg`The license key for ${name} was issued.`);
    case "key_rotated":
      return i18n._(
        msg`${select(by, {
          you: `You replaced the license key for ${name}.`,
          customer: `The customer replaced the license key for ${name}.`,
          shop: `The shop replaced the license key for ${name}.`,
          other: `The license key for ${name} was replaced.`,
        })}`,
      );
    case "key_disabled":
      return by === "shop"
        ? i18n._(msg`The shop disabled the license key for ${name}.`)
        : i18n._(msg`The license key for ${name} was disabled.`);
    case "key_enabled":
      return by === "shop"
        ? i18n._(msg`The shop enabled the license key for ${name} again.`)
        : i18n._(msg`The license key for ${name} was enabled again.`);
    case "downloaded":
      return count === 1
        ? i18n._(msg`${name} was downloaded.`)
        : i18n._(
            msg`${plural(count, { one: `${name} was downloaded # time, most recently on this date.`, other: `${name} was downloaded # times, most recently on this date.` })}`,
          );
  }
}

function describeGift(i18n: I18n, { quantity = 1, until }: TimelineEntry): string {
  const day = until === undefined ? null : formatsOf(i18n).date(until);
  if (quantity === 1)
    return day === null
      ? i18n._(msg`Gift from the shop.`)
      : i18n._(msg`Gift from the shop. It ends on ${day}.`);
  return day === null
    ? i18n._(
        msg`${plural(quantity, { one: "Gift from the shop for # seat.", other: "Gift from the shop for # seats." })}`,
      )
    : i18n._(
        msg`${plural(quantity, { one: `Gift from the shop for # seat. It ends on ${day}.`, other: `Gift from the shop for # seats. It ends on ${day}.` })}`,
      );
}
