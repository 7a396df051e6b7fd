import { findLinkSecret } from "../../claims/link-secret.ts";
import { findClaimOfGuest } from "../../claims/store.ts";
import type { Ctx } from "../../context.ts";

/** What an email to a guest needs: its link, and whether earlier ones came back. */
export type GuestLink = { url: string; isRefused: boolean };

/** Returns the link by which a guest takes their purchases into an account; null before the first payment. */
export async function findGuestLink(ctx: Ctx, guestId: string): Promise<GuestLink | null> {
  const claim = await findClaimOfGuest(ctx.db, guestId);
  if (!claim) return null;
  const secret = findLinkSecret(ctx, claim);
  return {
    // Without its secret, after AUTH_SECRET was replaced. The next reminder has a new one.
    url: `${ctx.config.origin}/claim${secret === null ? "" : `#${secret}`}`,
    isRefused: claim.emailProblem === "bounced",
  };
}
