import { msg } from "@lingui/core/macro";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { withoutLinks } from "../../lib/without-links.ts";

/** The team's own words, in the direction of their own language. */
export function writeGiftMessage(context: EmailContext, message: string): string {
  return message
    .split("\n")
    .map((line) => toName(context, line))
    .join("\n");
}

/**
 * The words of a buyer about a gift. They come from somebody who has chosen the address, so no email program makes links
 * of them (decision 99).
 * @param giverName empty for none
 */
export function listGiverWords(
  context: EmailContext,
  giverName: string,
  message: string,
): string[] {
  const giver = toName(context, withoutLinks(giverName));
  const lines = message.split("\n").map(withoutLinks).join("\n").trim();
  return [
    ...(giver === "" ? [] : [context.i18n._(msg`A gift from ${giver}.`)]),
    ...(lines === "" ? [] : [writeGiftMessage(context, lines)]),
  ];
}

/** Says who has given a seat of a product, whose words may not become links either. @param giverName empty for none */
export function sayWhoGaveSeat(
  context: EmailContext,
  giverName: string,
  productName: string,
): string {
  const giver = toName(context, withoutLinks(giverName));
  const name = toName(context, productName);
  return giver === ""
    ? context.i18n._(msg`Another customer has given you a seat of ${name}.`)
    : context.i18n._(msg`${giver} has given you a seat of ${name}.`);
}
