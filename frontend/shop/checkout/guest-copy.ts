import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { joinSentences } from "../../i18n/join-sentences.ts";
import { describeCheckoutOutcome } from "./return-copy.ts";

type GuestOutcome = {
  state: string;
  product: { name: string };
  guest: { email: string | null };
};

/** Whether a guest has paid, or their bank has not answered yet: they can sign in to get it. */
export const isGuestPaid = ({ state }: { state: string }): boolean =>
  state === "complete" || state === "processing";

/** Describes the outcome of a checkout to somebody who has paid without signing in. */
export function describeGuestOutcome(
  i18n: I18n,
  { state, product, guest }: GuestOutcome,
  isSlow = false,
): { title: string; text: string } {
  if (state !== "complete") return describeCheckoutOutcome(i18n, state, product.name, isSlow);
  const { name } = product;
  const { email } = guest;
  const sentences = [
    i18n._(msg`${name} is yours. Sign in with any account to get it.`),
    ...(email === null
      ? []
      : [
          i18n._(
            msg({
              message: `We also sent a link to ${email}, which does the same on any device.`,
              comment: "{email}: a masked address, a***@example.com",
            }),
          ),
        ]),
  ];
  return {
    title: i18n._(msg`Paid. Sign in to get it.`),
    text: joinSentences(i18n.locale, ...sentences),
  };
}
