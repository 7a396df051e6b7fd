import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Product } from "../../http/shop.ts";

type Kind = "seats" | "membership" | "license" | "download" | "pages" | "online" | "access";

/** Of the first benefit of a product that is bought once. */
const kindOfBenefit: Record<Product["benefits"][number]["type"], Kind> = {
  license_key: "license",
  download: "download",
  page: "pages",
  link: "online",
  feature: "access",
};

/** Returns what kind of product it is, as its prices and its first benefit say: nobody types it. */
export function findProductKind({
  prices,
  benefits: [first],
}: {
  prices: Pick<Product["prices"][number], "type" | "model">[];
  benefits: Pick<Product["benefits"][number], "type">[];
}): Kind {
  if (prices.some(({ model }) => model === "per_seat")) return "seats";
  const kind = first ? kindOfBenefit[first.type] : "access";
  const isSubscription = prices.some(({ type }) => type === "recurring");
  // What is licensed by the month is still software; anything else is a membership.
  return isSubscription && kind !== "license" ? "membership" : kind;
}

const names: Record<Kind, MessageDescriptor> = {
  seats: msg({ message: `Seats`, comment: "A kind of product: sold by the number of people" }),
  membership: msg({ message: `Membership`, comment: "A kind of product" }),
  license: msg({ message: `License`, comment: "A kind of product: a key for software" }),
  download: msg({ message: `Download`, comment: "A kind of product: files. A noun" }),
  pages: msg({ message: `To read online`, comment: "A kind of product: pages" }),
  online: msg({ message: `Online access`, comment: "A kind of product: used on another site" }),
  access: msg({ message: `Access`, comment: "A kind of product: features of an application" }),
};

/** The kind of a product in one or a few words: "Membership". */
export function describeProductKind(i18n: I18n, product: Product): string {
  return i18n._(names[findProductKind(product)]);
}

/** Says which products a bundle includes. */
export function describeIncludes(i18n: I18n, productNames: string[]): string {
  const list = formatsOf(i18n).list(productNames);
  return i18n._(msg({ message: `Includes ${list}`, comment: "{list}: the products of a bundle" }));
}
