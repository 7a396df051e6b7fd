import type { Ctx } from "../../context.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { openEmailContext, type EmailContext } from "../../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import { showMarkdown } from "../../markdown/show-markdown.ts";
import { readLanguages } from "../../settings/languages.ts";
import type { AnyLocale } from "../../shared/locales.ts";
import { createUnsubscribeUrl } from "../email-choices.ts";
import { writeMessage } from "../kinds/message.ts";
import type { QueuedEmail } from "../queued-email.ts";
import { findMessage, type MessageRow } from "./store.ts";

/**
 * Writes a message of the team: its own words, in the language of the shop, within what every email has.
 * @returns null if the message was stopped, or was deleted with an account
 */
export async function composeMessageEmail(
  ctx: Ctx,
  context: EmailContext,
  { sourceId }: Pick<QueuedEmail, "sourceId">,
): Promise<EmailContent | null> {
  const message = await findMessage(ctx.db, sourceId);
  return message && message.status !== "stopped" ? write(ctx, context, message) : null;
}

/**
 * Renders a message as its recipients will read it. Its link to unsubscribe has no token.
 * @param input.scheme shows it in this color scheme; otherwise the reader's program decides
 */
export async function previewMessage(
  ctx: Ctx,
  input: { message: MessageRow; locale: AnyLocale; scheme?: "light" | "dark" },
): Promise<RenderedEmail> {
  const { message, locale, scheme } = input;
  const unsubscribeUrl = createUnsubscribeUrl(ctx, null, "news");
  const reader = { name: null, locale, timeZone: null, unsubscribeUrl };
  const context = await openEmailContext(ctx, reader);
  return renderEmail(context, await write(ctx, context, message), scheme ? { scheme } : {});
}

async function write(
  ctx: Ctx,
  context: EmailContext,
  { purpose, subject, body }: MessageRow,
): Promise<EmailContent> {
  const [html, languages] = await Promise.all([showMarkdown(ctx, body), readLanguages(ctx)]);
  const text = { html, markdown: body, lang: languages.default };
  return writeMessage(context, { purpose, subject, text });
}
