import { renderEmail, type RenderedEmail } from "../../mail/render-email.ts";
import type { InvitationRow } from "../../identity/team/store.ts";

const roleDescriptions: Record<InvitationRow["role"], string> = {
  support: "look after buyers: their purchases, their access and their license keys",
  admin: "run the shop: products, refunds, pages and files, and looking after buyers",
  owner: "own the shop together: everything, the team and the settings too",
};

/** Renders the invitation email. Its link grants nothing: the recipient must sign in with the invited address. */
export async function renderInvitationEmail(
  invitation: Pick<InvitationRow, "email" | "role" | "expiresAt">,
  shop: { name: string; origin: string },
): Promise<RenderedEmail> {
  const { email, role, expiresAt } = invitation;
  const expiryDate = new Date(expiresAt).toLocaleDateString("en-US", {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return renderEmail(
    {
      subject: `You are invited to the team of ${shop.name}`,
      heading: `Join the team of ${shop.name}`,
      paragraphs: [
        `You are invited to ${roleDescriptions[role]}.`,
        `Sign in with ${email}, and it is done. The invitation is good until ${expiryDate}.`,
      ],
      facts: [],
      benefits: [],
      action: {
        label: "Sign in",
        url: `${shop.origin}/signin?callbackUrl=${encodeURIComponent("/admin")}`,
      },
      notes: ["If you did not expect this, ignore it: nothing happens unless you sign in."],
    },
    shop.name,
  );
}
