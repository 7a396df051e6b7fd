import {
  notificationKinds,
  type NotificationDelivery,
  type NotificationKind,
} from "../../db/schema/notifications.ts";
import { hasRole, type Role } from "../../lib/roles.ts";

/** How a member is told of each kind. */
export type Deliveries = Record<NotificationKind, NotificationDelivery>;

/** The lowest role that can be told of a kind: the one that can open what the email links to. */
const neededRoles: Partial<Record<NotificationKind, Role>> = { webhooks_stalled: "admin" };

/** Returns the kinds that a role can choose. */
export function listKindsOf(role: Role): NotificationKind[] {
  if (!hasRole(role, "support")) return [];
  return notificationKinds.filter((kind) => hasRole(role, neededRoles[kind] ?? "support"));
}

/** What members are told who have chosen nothing (docs/decisions/0052). */
const defaults: Record<"owner" | "admin", Deliveries> = {
  owner: {
    sale: "immediate",
    renewal_failed: "daily",
    cancellation: "daily",
    dispute: "immediate",
    fraud_warning: "immediate",
    webhooks_stalled: "immediate",
  },
  admin: {
    sale: "daily",
    renewal_failed: "daily",
    cancellation: "daily",
    dispute: "immediate",
    fraud_warning: "immediate",
    webhooks_stalled: "immediate",
  },
};

/** Returns how a member is told of each kind; `off` for what their role cannot choose. */
export function resolveDeliveries(member: {
  role: Role;
  deliveries: Partial<Deliveries> | null;
}): Deliveries {
  const { role, deliveries: chosen } = member;
  const open = new Set(listKindsOf(role));
  const deliveryOf = (kind: NotificationKind): NotificationDelivery => {
    if (!open.has(kind)) return "off";
    return chosen?.[kind] ?? (role === "owner" || role === "admin" ? defaults[role][kind] : "off");
  };
  return {
    sale: deliveryOf("sale"),
    renewal_failed: deliveryOf("renewal_failed"),
    cancellation: deliveryOf("cancellation"),
    dispute: deliveryOf("dispute"),
    fraud_warning: deliveryOf("fraud_warning"),
    webhooks_stalled: deliveryOf("webhooks_stalled"),
  };
}
