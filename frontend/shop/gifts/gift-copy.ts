import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { GiftLink } from "./queries.ts";

/** Returns the heading and the text about a gift link. `shopName` is who gives it. */
export function describeGiftLink(
  i18n: I18n,
  gift: Pick<GiftLink, "state" | "product" | "endsAt" | "expiresAt">,
  shopName: string,
): { title: string; text: string } {
  const { state, product } = gift;
  const name = product.name;
  switch (state) {
    case "open":
      return {
        title: i18n._(msg`A gift for you: ${name}`),
        text: explainOffer(i18n, gift, shopName),
      };
    case "claimed":
      return {
        title: i18n._(msg`This gift has already been accepted.`),
        text: i18n._(
          msg`The link works only once. If you accepted the gift, ${name} is in your library.`,
        ),
      };
    case "revoked":
      return {
        title: i18n._(msg`This gift is no longer available.`),
        text: i18n._(msg`Ask the person who sent you the link for a new one.`),
      };
    case "expired": {
      const date = formatsOf(i18n).date(gift.expiresAt);
      return {
        title: i18n._(msg`This gift has expired.`),
        text: i18n._(
          msg`You had until ${date} to accept it. Ask the person who sent you the link for a new one.`,
        ),
      };
    }
  }
}

function explainOffer(
  i18n: I18n,
  { endsAt, expiresAt }: Pick<GiftLink, "endsAt" | "expiresAt">,
  shopName: string,
): string {
  const formats = formatsOf(i18n);
  const deadline = formats.date(expiresAt);
  if (endsAt === null)
    return i18n._(msg`${shopName} has given you free access. Accept the gift by ${deadline}.`);
  const end = formats.date(endsAt);
  return i18n._(
    msg`${shopName} has given you free access until ${end}. Accept the gift by ${deadline}.`,
  );
}
