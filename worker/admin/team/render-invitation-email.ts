import type { Ctx } from "../../context.ts";
import type { InvitationRow } from "../../identity/team/store.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import { openTeamEmailContext, startTeamContent } from "../../email/team/team-email.ts";

/** What a role allows. */
const roleDescriptions: Record<InvitationRow["role"], string> = {
  support: "You’ll be able to help customers with their purchases, access and license keys.",
  admin:
    "You’ll be able to manage products, refunds, pages and files, and help customers with their purchases.",
  owner: "You’ll be able to manage everything, including the team and the settings.",
};

/** Renders the invitation email. Its link grants nothing: the recipient must sign in with the invited address. */
export async function renderInvitationEmail(
  ctx: Ctx,
  invitation: Pick<InvitationRow, "email" | "role" | "expiresAt">,
): Promise<RenderedEmail> {
  const { email, role, expiresAt } = invitation;
  const context = await openTeamEmailContext(ctx, { name: null, timeZone: null });
  const { shop, formats } = context;
  return renderEmail(context, {
    ...startTeamContent(context),
    subject: `You’re invited to join the ${shop.name} team`,
    heading: `Join the ${shop.name} team`,
    paragraphs: [
      `You’ve been invited to join the ${shop.name} team with the ${roleNames[role]} role. ${roleDescriptions[role]}`,
      `Sign in with ${email} to accept. The invitation expires on ${formats.date(expiresAt)}.`,
    ],
    action: {
      label: "Accept invitation",
      url: `${shop.origin}/signin?callbackUrl=${encodeURIComponent("/admin")}`,
    },
    reason: "If you weren’t expecting this invitation, you can ignore this email.",
  });
}

const roleNames: Record<InvitationRow["role"], string> = {
  support: "Support",
  admin: "Admin",
  owner: "Owner",
};
