import type { EmailContent } from "../layout/email-content.ts";
import { toSingleLine, type EmailContext } from "../layout/email-context.ts";

/** What every email to the team has; the rest is empty. The team's emails are in English, like the console. */
export function startTeamContent({
  userName,
}: Pick<EmailContext, "userName">): Omit<
  EmailContent,
  "subject" | "heading" | "paragraphs" | "reason"
> {
  const name = toSingleLine(userName ?? "");
  return {
    preheader: null,
    greeting: name === "" ? "Hello," : `Hello ${name},`,
    details: [],
    amounts: [],
    benefits: [],
    action: null,
    links: [],
    notes: [],
    footerLinks: [],
    unsubscribe: null,
  };
}
