import type { NotificationDelivery, NotificationKind } from "../../db/schema/notifications.ts";
import type { Role } from "../../shared/roles.ts";

/** What differs between the kinds, apart from how one notification reads: that is in `describe-notification.ts`. */
export const notificationKindDetails: Record<
  NotificationKind,
  {
    /** After "emails about". */
    name: string;
    /** Where the console lists them. */
    listPath: string;
    /** The lowest role that can get it: the one that can open what the email links to. */
    role: Role;
    /** The defaults, for owners and admins who have chosen nothing (docs/decisions/0052). */
    defaults: Record<"owner" | "admin", NotificationDelivery>;
  }
> = {
  sale: {
    name: "sales",
    listPath: "/admin/orders",
    role: "support",
    defaults: { owner: "immediate", admin: "daily" },
  },
  renewal_failed: {
    name: "failed renewals",
    listPath: "/admin/subscriptions?status=past_due",
    role: "support",
    defaults: { owner: "daily", admin: "daily" },
  },
  cancellation: {
    name: "cancellations",
    listPath: "/admin/subscriptions?status=ending",
    role: "support",
    defaults: { owner: "daily", admin: "daily" },
  },
  dispute: {
    name: "disputes",
    listPath: "/admin/orders?status=disputed",
    role: "support",
    defaults: { owner: "immediate", admin: "immediate" },
  },
  fraud_warning: {
    name: "early fraud warnings",
    listPath: "/admin",
    role: "support",
    defaults: { owner: "immediate", admin: "immediate" },
  },
  webhooks_stalled: {
    name: "webhooks",
    listPath: "/admin/doctor",
    role: "admin",
    defaults: { owner: "immediate", admin: "immediate" },
  },
  shop_problem: {
    name: "problems with the shop",
    listPath: "/admin/doctor",
    role: "admin",
    defaults: { owner: "immediate", admin: "immediate" },
  },
  team_change: {
    name: "changes by your team",
    listPath: "/admin/audit",
    role: "owner",
    defaults: { owner: "immediate", admin: "off" },
  },
  statement: {
    name: "withdrawals and cancellations by form",
    listPath: "/admin/statements",
    role: "support",
    defaults: { owner: "immediate", admin: "immediate" },
  },
};
