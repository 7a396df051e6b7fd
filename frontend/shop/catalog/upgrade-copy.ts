import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";

/** Says what an upgrade costs, which is also the label of its button, and what is taken off. */
export function describeUpgrade(
  i18n: I18n,
  upgrade: { amountMinor: number; creditMinor: number; currency: string },
): { title: string; text: string } {
  const formats = formatsOf(i18n);
  const amount = formats.money(upgrade.amountMinor, upgrade.currency);
  const credit = formats.money(upgrade.creditMinor, upgrade.currency);
  return {
    title: i18n._(msg`Upgrade for ${amount}`),
    text: i18n._(
      msg`What you’ve already paid (${credit}) is taken off the price, and you keep what you have.`,
    ),
  };
}
