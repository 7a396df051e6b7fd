import type { EmailContent, EmailText } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { toSingleLine } from "../../lib/single-line.ts";
import { startContent, startNews } from "./parts.ts";

/** Writes a message of the team. `news` has a link to unsubscribe. A pure function. */
export function writeMessage(
  context: EmailContext,
  message: { purpose: "service" | "news"; subject: string; text: EmailText },
): EmailContent {
  const { purpose, text } = message;
  const subject = toSingleLine(message.subject);
  return {
    ...(purpose === "news" ? startNews(context) : startContent(context)),
    greeting: null,
    subject,
    preheader: toPreheader(text.markdown),
    heading: subject,
    paragraphs: [],
    text,
  };
}

/** The first words of Markdown without its marks. */
function toPreheader(markdown: string): string {
  return toSingleLine(markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)|[#*_>`]/g, "$1"));
}
