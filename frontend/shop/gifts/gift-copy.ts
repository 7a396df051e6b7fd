import { formatDate } from "../../ui/format-time.ts";
import type { GiftLink } from "./queries.ts";

/** Returns the heading and the text about a gift link. `shopName` is who gives it. */
export function describeGiftLink(
  {
    state,
    product,
    endsAt,
    expiresAt,
  }: Pick<GiftLink, "state" | "product" | "endsAt" | "expiresAt">,
  shopName: string,
): { title: string; text: string } {
  switch (state) {
    case "open":
      return {
        title: `A gift for you: ${product.name}`,
        text: `${shopName} gives you free access${endsAt === null ? "" : ` until ${formatDate(endsAt)}`}. Accept it by ${formatDate(expiresAt)}.`,
      };
    case "claimed":
      return {
        title: "This gift has already been accepted.",
        text: `Each link works once. If you accepted it, ${product.name} is in your library.`,
      };
    case "revoked":
      return {
        title: "This gift was withdrawn.",
        text: "Ask whoever sent you the link for a new one.",
      };
    case "expired":
      return {
        title: "This gift has expired.",
        text: `It had to be accepted by ${formatDate(expiresAt)}. Ask whoever sent you the link for a new one.`,
      };
  }
}
