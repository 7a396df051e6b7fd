import { renderLetter, type RenderedMail } from "../../mail/render-email.ts";
import type { InvitationRow } from "../../identity/team/store.ts";

const tasks: Record<InvitationRow["role"], string> = {
  support: "look after buyers: their purchases, their access and their license keys",
  admin: "run the shop: products, refunds, pages and files, and looking after buyers",
  owner: "own the shop together: everything, the team and the settings too",
};

/** The mail that tells somebody of their invitation. It opens nothing by itself: signing in with the address does. */
export async function writeInvitation(
  invitation: Pick<InvitationRow, "email" | "role" | "expiresAt">,
  shop: { name: string; origin: string },
): Promise<RenderedMail> {
  const { email, role, expiresAt } = invitation;
  const until = new Date(expiresAt).toLocaleDateString("en-US", {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return renderLetter(
    {
      subject: `You are invited to the team of ${shop.name}`,
      heading: `Join the team of ${shop.name}`,
      paragraphs: [
        `You are invited to ${tasks[role]}.`,
        `Sign in with ${email}, and it is done. The invitation is good until ${until}.`,
      ],
      facts: [],
      things: [],
      action: {
        label: "Sign in",
        url: `${shop.origin}/signin?callbackUrl=${encodeURIComponent("/admin")}`,
      },
      notes: ["If you did not expect this, ignore it: nothing happens unless you sign in."],
    },
    shop.name,
  );
}
