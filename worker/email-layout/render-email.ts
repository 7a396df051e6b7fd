import type { EmailContent } from "./email-content.ts";
import type { EmailContext } from "./email-context.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

/** An email ready to send. `text` and `html` have the same content. */
export type RenderedEmail = {
  subject: string;
  text: string;
  html: string;
  /** The shop's name, shown as the sender's. */
  fromName: string;
  /** Where answers go; null for the sender's address. */
  replyTo: string | null;
  /** Whether it confirms a contract, with what the law wants the buyer to keep. */
  confirmsContract: boolean;
  /** Whether its recipient can unsubscribe from emails like it. */
  isOptional: boolean;
  /** Further headers of the message. */
  headers: Record<string, string>;
};

/**
 * Renders an email without tracking, scripts, and links besides those in its content.
 * @param options.scheme shows it in this color scheme, for a preview; otherwise the reader's program decides
 */
export async function renderEmail(
  context: EmailContext,
  content: EmailContent,
  options: { scheme?: "light" | "dark" } = {},
): Promise<RenderedEmail> {
  const { shop } = context;
  return {
    subject: content.subject,
    text: renderText(context, content),
    html: await renderHtml(context, content, options),
    fromName: shop.name,
    replyTo: shop.supportEmail,
    confirmsContract: content.sections.length > 0,
    isOptional: content.unsubscribe !== null,
    headers: content.unsubscribe === null ? {} : toOneClickHeaders(content.unsubscribe.url),
  };
}

/** Lets email programs show a button that turns the emails off (RFC 8058). */
function toOneClickHeaders(url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
