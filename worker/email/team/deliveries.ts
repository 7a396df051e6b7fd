import {
  notificationKinds,
  type NotificationDelivery,
  type NotificationKind,
} from "../../db/schema/notifications.ts";
import { notificationKindDetails } from "./notification-kinds.ts";
import { hasRole, type Role } from "../../shared/roles.ts";

/** How a member is notified of each kind. */
export type Deliveries = Record<NotificationKind, NotificationDelivery>;

/** Returns the kinds that a role can choose. */
export function listKindsOf(role: Role): NotificationKind[] {
  if (!hasRole(role, "support")) return [];
  return notificationKinds.filter((kind) => hasRole(role, notificationKindDetails[kind].role));
}

/** Returns how a member is notified of each kind; `off` for what their role cannot choose. */
export function resolveDeliveries(member: {
  role: Role;
  deliveries: Partial<Deliveries> | null;
}): Deliveries {
  const { role, deliveries: chosen } = member;
  const open = new Set(listKindsOf(role));
  const deliveryOf = (kind: NotificationKind): NotificationDelivery => {
    if (!open.has(kind)) return "off";
    const { defaults } = notificationKindDetails[kind];
    return chosen?.[kind] ?? (role === "owner" || role === "admin" ? defaults[role] : "off");
  };
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, deliveryOf(kind)]),
  ) as Deliveries;
}
