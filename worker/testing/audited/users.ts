import { giveComp } from "../../admin/gifts/create-gift.ts";
import { inviteToTeam } from "../../admin/team/invite-to-team.ts";
import { showTeam } from "../../admin/team/show-team.ts";
import { newBuyer } from "../sign-in.ts";
import type { TestShop } from "../shop.ts";
import { writes, type AuditRule, type ChangingRoute } from "./change.ts";

const own = "a buyer's own, of which the log of the seller's changes says nothing";

const ofMember = async () => ({ at: { id: (await newBuyer({ role: "support" })).userId } });

async function ofInvitation(shop: TestShop) {
  const { userId } = await newBuyer({ role: "owner" });
  const email = `${crypto.randomUUID()}@example.com`;
  await inviteToTeam(shop.as(userId), { email, role: "support" });
  const { invitations } = await showTeam(shop.as(userId));
  return { at: { id: invitations.find((each) => each.email === email)!.id } };
}

const toGive = async (shop: TestShop) => ({
  userId: await shop.newBuyer(),
  productId: (await shop.sell({})).id,
  note: "A gift",
});

export const peopleChanges = {
  "DELETE /api/admin/customers/:userId/sessions": writes("session.ended", async () => ({
    at: { userId: (await newBuyer()).userId },
  })),
  "DELETE /api/admin/customers/:userId/sessions/:id": writes("session.ended", async () => {
    const { userId, sessionId } = await newBuyer();
    return { at: { userId, id: sessionId } };
  }),
  "POST /api/admin/customers/:userId/merge": writes(
    ["account.merged", "account.received"],
    async (shop) => {
      const [userId, fromId] = [await shop.newBuyer(), await shop.newBuyer()];
      return { at: { userId }, json: { fromId } };
    },
  ),
  "POST /api/admin/comps": writes("comp.given", async (shop) => ({ json: await toGive(shop) })),
  "POST /api/admin/comps/:id/ending": writes("comp.ended", async (shop) => {
    const { id } = await giveComp(shop.ctx(), await toGive(shop));
    return { at: { id } };
  }),
  "POST /api/admin/team": [
    writes("invitation.created", () => ({
      json: { email: `${crypto.randomUUID()}@example.com`, role: "support" },
    })),
    writes("team_member.updated", async () => {
      const { userId } = await newBuyer();
      return { json: { email: `${userId}@example.com`, role: "support" } };
    }),
  ],
  "POST /api/admin/team/invitations/:id/mail": writes("invitation.renewed", ofInvitation),
  "DELETE /api/admin/team/invitations/:id": writes("invitation.revoked", ofInvitation),
  "PUT /api/admin/team/:id/role": writes("team_member.updated", async () => ({
    ...(await ofMember()),
    json: { role: "admin" },
  })),
  "DELETE /api/admin/team/:id": writes("team_member.updated", ofMember),

  "DELETE /api/me/account": writes("team_member.left", async () => {
    await newBuyer({ role: "owner" });
    return {};
  }),
  "PATCH /api/me/account": own,
  "POST /api/me/billing/portal": own,
  "POST /api/me/checkouts": own,
  "POST /api/me/checkouts/:id/confirmation": own,
  "POST /api/me/downloads/:id/links": own,
  "DELETE /api/me/activations/:id": own,
  "DELETE /api/me/identities/:id": own,
  "POST /api/me/licenses": own,
  "POST /api/me/licenses/:id/file": own,
  "POST /api/me/licenses/:id/rotation": own,
  "POST /api/me/links": own,
  "DELETE /api/me/sessions": own,
  "DELETE /api/me/sessions/:id": own,
  "POST /api/me/subscriptions/:id/cancellation": own,
  "DELETE /api/me/subscriptions/:id/cancellation": own,
  "POST /api/me/subscriptions/:id/end": own,
  "POST /api/me/subscriptions/:id/pause": own,
  "DELETE /api/me/subscriptions/:id/pause": own,
  "POST /api/me/subscriptions/:id/plan-change": own,
  "PUT /api/me/subscriptions/:id/quantity": own,
} satisfies Partial<Record<ChangingRoute, AuditRule>>;
