import type { UserCtx } from "../../context.ts";
import {
  notificationKinds,
  type NotificationDelivery,
  type NotificationKind,
} from "../../db/schema/notifications.ts";
import { fail } from "../../errors.ts";
import { hasRole } from "../../lib/roles.ts";
import { listKindsOf, resolveDeliveries } from "../../mail/team/deliveries.ts";
import { listMembersWithChoices } from "../../mail/team/store.ts";

/** What a member is told by email, and what keeps those emails from arriving. */
export type NotificationChoices = {
  /** The kinds that the member's role can choose, with how they are told of each. */
  kinds: { kind: NotificationKind; delivery: NotificationDelivery }[];
  /** Where the emails go; null if the member's email is not verified, so that none are sent. */
  email: string | null;
  /** Where the digest is sent in the morning: an IANA name, or null for UTC. */
  timeZone: string | null;
  /** Whether the shop can send emails at all. */
  canSend: boolean;
  /** Kinds that nobody in the team is told of. Only for admins and owners; empty for others. */
  unheardKinds: NotificationKind[];
};

/** Returns what the signed-in member is told by email. */
export async function showNotifications(ctx: UserCtx): Promise<NotificationChoices> {
  const members = await listMembersWithChoices(ctx.db);
  const self = members.find(({ id }) => id === ctx.actor.userId);
  if (!self) throw fail("not_found");
  const deliveries = resolveDeliveries(self);
  const reachable = members
    .filter(({ email, emailVerified }) => email !== null && emailVerified)
    .map((member) => resolveDeliveries(member));
  return {
    kinds: listKindsOf(self.role).map((kind) => ({ kind, delivery: deliveries[kind] })),
    email: self.emailVerified ? self.email : null,
    timeZone: self.timeZone,
    canSend: ctx.config.auth.emailSender !== undefined,
    unheardKinds: hasRole(self.role, "admin")
      ? notificationKinds.filter((kind) => reachable.every((member) => member[kind] === "off"))
      : [],
  };
}
