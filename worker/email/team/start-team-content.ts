import { emptyContent, type EmailContent } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { toSingleLine } from "../../lib/single-line.ts";

/** What every email to the team has; the rest is empty. The team's emails are in English, like the console. */
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
