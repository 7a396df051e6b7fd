import type { Ctx } from "../../context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import { openTeamEmailContext, startTeamContent } from "./team-email.ts";

/** Renders the email that proves that the shop can send emails. */
export async function renderTestEmail(ctx: Ctx): Promise<RenderedEmail> {
  const context = await openTeamEmailContext(ctx, { name: null, timeZone: null });
  const { name } = context.shop;
  return renderEmail(context, {
    ...startTeamContent(context),
    subject: `Test email from ${name}`,
    heading: "Your shop can send emails",
    paragraphs: [
      `You requested this test email in the console of ${name}. Customers receive their emails in the same way.`,
    ],
    reason: `You’re receiving this email because you manage ${name}.`,
  });
}
