import { toName, type EmailContext } from "../../email-layout/email-context.ts";

/** The giver’s own words, in the direction of their own language. */
export function writeGiftMessage(context: EmailContext, message: string): string {
  return message
    .split("\n")
    .map((line) => toName(context, line))
    .join("\n");
}
