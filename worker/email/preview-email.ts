import type { Ctx } from "../context.ts";
import type { AnyLocale } from "../shared/locales.ts";
import type { EmailExample } from "./examples/example-names.ts";
import { writeExample } from "./examples/write-example.ts";
import { openEmailContext } from "../email-layout/email-context.ts";
import { createUnsubscribeUrl } from "./email-choices.ts";
import { renderEmail, type RenderedEmail } from "../email-layout/render-email.ts";

/**
 * Renders an email with example data.
 * @param input.scheme shows it in this color scheme; otherwise the reader's program decides
 */
export async function previewEmail(
  ctx: Ctx,
  input: { example: EmailExample; locale: AnyLocale; scheme?: "light" | "dark" | undefined },
): Promise<RenderedEmail> {
  const { example, locale, scheme } = input;
  const unsubscribeUrl = createUnsubscribeUrl(ctx, null, "reminders");
  const reader = { name: "Ann", locale, timeZone: null, unsubscribeUrl };
  const context = await openEmailContext(ctx, reader);
  return renderEmail(context, writeExample(context, example, ctx.now), scheme ? { scheme } : {});
}
