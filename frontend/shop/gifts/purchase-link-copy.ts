import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { GiftLink } from "./queries.ts";

const messages: Record<
  GiftLink["state"],
  { title: (name: string) => MessageDescriptor; text: (name: string) => MessageDescriptor }
> = {
  open: {
    title: (name) => msg`Your purchase: ${name}`,
    text: () => msg`You paid without signing in. Sign in with any account to get it.`,
  },
  claimed: {
    title: () => msg`This purchase is in an account already.`,
    text: (name) =>
      msg`The link works only once. If you took it, ${name} is in the library of that account.`,
  },
  revoked: {
    title: () => msg`This purchase is no longer available.`,
    text: () => msg`Ask the shop for help.`,
  },
  expired: {
    title: () => msg`This link has expired.`,
    text: () => msg`Ask the shop for help.`,
  },
};

/** Returns the heading and the text about the link of a purchase that was paid without signing in. */
export function describePurchaseLink(
  i18n: I18n,
  { state, product }: Pick<GiftLink, "state" | "product">,
): { title: string; text: string } {
  const { title, text } = messages[state];
  return { title: i18n._(title(product.name)), text: i18n._(text(product.name)) };
}
