import type { UserCtx } from "../../context.ts";
import { notificationKinds } from "../../db/schema/notifications.ts";
import { fail } from "../../errors.ts";
import { hasRole } from "../../shared/roles.ts";
import { listKindsOf, resolveDeliveries } from "../../email/team/deliveries.ts";
import { listMembersWithChoices } from "../../email/team/store.ts";

export type NotificationChoices = Awaited<ReturnType<typeof showNotifications>>;

/** Returns the notifications that the signed-in member gets by email, and what keeps those emails from arriving. */
export async function showNotifications(ctx: UserCtx) {
  const members = await listMembersWithChoices(ctx.db);
  const self = members.find(({ id }) => id === ctx.actor.userId);
  if (!self) throw fail("not_found");
  const deliveries = resolveDeliveries(self);
  const reachable = members
    .filter(({ email, emailVerified }) => email !== null && emailVerified)
    .map((member) => resolveDeliveries(member));
  return {
    /** The kinds that the member's role can choose, with the delivery of each. */
    kinds: listKindsOf(self.role).map((kind) => ({ kind, delivery: deliveries[kind] })),
    /** Where the emails go; null if the member's email is not verified, so that none are sent. */
    email: self.emailVerified ? self.email : null,
    /** Where the digest is sent in the morning: an IANA name, or null for UTC. */
    timeZone: self.timeZone,
    /** Whether the shop can send emails at all. */
    canSend: ctx.config.auth.emailSender !== undefined,
    /** Kinds that no team member gets. Only for admins and owners; empty for others. */
    kindsWithoutRecipient: hasRole(self.role, "admin")
      ? notificationKinds.filter((kind) => reachable.every((member) => member[kind] === "off"))
      : [],
  };
}
