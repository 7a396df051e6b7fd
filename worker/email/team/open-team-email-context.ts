import type { Ctx } from "../../context.ts";
import { sourceLocale } from "../../shared/locales.ts";
import { openEmailContext, type EmailContext } from "../../email-layout/email-context.ts";

/** Reads what an email to a member of the team is written with. It is in English, like the console. */
export function openTeamEmailContext(
  ctx: Ctx,
  member: { name: string | null; timeZone: string | null },
): Promise<EmailContext> {
  return openEmailContext(ctx, { ...member, locale: sourceLocale });
}
