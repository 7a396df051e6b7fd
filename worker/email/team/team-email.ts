import type { Ctx } from "../../context.ts";
import { sourceLocale } from "../../shared/locales.ts";
import { emptyContent, type EmailContent } from "../../email-layout/email-content.ts";
import { openEmailContext, type EmailContext } from "../../email-layout/email-context.ts";
import { toSingleLine } from "../../lib/single-line.ts";

/** Reads what an email to a member of the team is written with. It is in English. */
export function openTeamEmailContext(
  ctx: Ctx,
  member: { name: string | null; timeZone: string | null },
): Promise<EmailContext> {
  return openEmailContext(ctx, { ...member, locale: sourceLocale });
}

/** What every email to the team has; the rest is empty. The team's emails are in English. */
export function startTeamContent({
  userName,
}: Pick<EmailContext, "userName">): Omit<
  EmailContent,
  "subject" | "heading" | "paragraphs" | "reason"
> {
  const name = toSingleLine(userName ?? "");
  return {
    ...emptyContent,
    greeting: name === "" ? "Hello," : `Hello ${name},`,
  };
}
