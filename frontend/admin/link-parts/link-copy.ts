import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { joinFacts, type Status } from "../frame/label.tsx";
import type { Link } from "./queries.ts";

/** How each state of a permanent link is shown. */
export const linkStates: Record<Link["state"], Status> = {
  active: { tone: "good", label: msg`Active` },
  inactive: { tone: "neutral", label: msg`Switched off` },
  expired: { tone: "neutral", label: msg`Expired` },
  used_up: { tone: "neutral", label: msg`Sold out` },
  unavailable: { tone: "warning", label: msg`Not for sale` },
};

/** Returns what a link is called: its name, or what it sells. */
export const getLinkName = ({ name, productName }: Pick<Link, "name" | "productName">): string =>
  name || productName;

/** Describes at which price a link sells: "$12 a month per seat · 3 seats · SPRING". */
export function describeTerms(
  i18n: I18n,
  { price, quantity, discount, addedPriceIds }: Link,
): string {
  const added = addedPriceIds.length;
  return joinFacts(
    describeRate(i18n, price),
    price.model === "per_seat" &&
      i18n._(msg`${plural(quantity, { one: "# seat", other: "# seats" })}`),
    added > 0 && i18n._(msg`${plural(added, { one: "# add-on", other: "# add-ons" })}`),
    discount?.code,
  );
}

/** Describes what ends a link: "until May 3, 2026 · 3 of 100 purchases". Empty if nothing does. */
export function describeEnd(
  i18n: I18n,
  { expiresAt, maxPurchases, purchases }: Pick<Link, "expiresAt" | "maxPurchases" | "purchases">,
): string {
  const { date, number } = formatsOf(i18n);
  const count = number(purchases);
  const limit = number(maxPurchases ?? 0);
  return joinFacts(
    expiresAt !== null && i18n._(msg`until ${{ date: date(expiresAt) }}`),
    maxPurchases !== null && i18n._(msg`${count} of ${limit} purchases`),
  );
}

/** A list counts up to a thousand. */
export function describeCount(i18n: I18n, count: number): string {
  const { number } = formatsOf(i18n);
  return count > 1000 ? i18n._(msg`More than ${number(1000)}`) : number(count);
}
