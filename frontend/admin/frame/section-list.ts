import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { hasRole, type Role } from "../../../worker/lib/roles.ts";
import { consolePaths, developerPaths } from "./console-paths.ts";

/** The groups of the navigation, in its order. */
export const sectionGroups = ["shop", "customers", "sales", "operations", "settings"] as const;

type SectionGroup = (typeof sectionGroups)[number];

export const groupLabels: Record<SectionGroup, MessageDescriptor> = {
  shop: msg`Shop`,
  customers: msg`Customers`,
  sales: msg`Sales`,
  operations: msg`Operations`,
  settings: msg`Settings`,
};

/** A section of the console. */
export type SectionEntry = {
  name: string;
  label: MessageDescriptor;
  href: string;
  /** The lowest role that sees it. */
  role: Exclude<Role, "buyer">;
  /** `null`: above all groups. */
  group: SectionGroup | null;
};

/** The sections in the navigation's order. The server enforces roles; this only hides sections it would refuse. */
export const sectionList = [
  {
    name: "overview",
    label: msg`Overview`,
    href: consolePaths.overview,
    role: "support",
    group: null,
  },
  {
    name: "products",
    label: msg`Products`,
    href: consolePaths.products,
    role: "admin",
    group: "shop",
  },
  { name: "files", label: msg`Files`, href: consolePaths.files, role: "admin", group: "shop" },
  { name: "pages", label: msg`Pages`, href: consolePaths.pages, role: "admin", group: "shop" },
  {
    name: "discounts",
    label: msg`Discount codes`,
    href: consolePaths.discounts,
    role: "admin",
    group: "shop",
  },
  {
    name: "customers",
    label: msg`Customers`,
    href: consolePaths.customers,
    role: "support",
    group: "customers",
  },
  {
    name: "licenses",
    label: msg`License keys`,
    href: consolePaths.licenses,
    role: "support",
    group: "customers",
  },
  {
    name: "orders",
    label: msg`Orders`,
    href: consolePaths.orders,
    role: "support",
    group: "sales",
  },
  {
    name: "subscriptions",
    label: msg`Subscriptions`,
    href: consolePaths.subscriptions,
    role: "support",
    group: "sales",
  },
  {
    name: "stripeEvents",
    label: msg`Stripe events`,
    href: consolePaths.events,
    role: "support",
    group: "operations",
  },
  {
    name: "doctor",
    label: msg`Doctor`,
    href: consolePaths.doctor,
    role: "admin",
    group: "operations",
  },
  {
    name: "auditLog",
    label: msg`Audit log`,
    href: consolePaths.audit,
    role: "admin",
    group: "operations",
  },
  {
    name: "notifications",
    label: msg`Notifications`,
    href: consolePaths.notifications,
    role: "support",
    group: "settings",
  },
  {
    name: "general",
    label: msg`General`,
    href: consolePaths.settings,
    role: "owner",
    group: "settings",
  },
  { name: "team", label: msg`Team`, href: consolePaths.team, role: "owner", group: "settings" },
  {
    name: "developers",
    label: msg`Developers`,
    href: developerPaths.quickstart,
    role: "admin",
    group: "settings",
  },
] as const satisfies SectionEntry[];

/** Returns the section of a path in the console: the one with the longest URL that the path starts with. */
export function findSection(path: string): SectionEntry | undefined {
  let found: SectionEntry | undefined;
  for (const section of sectionList)
    if (isBelow(path, section.href) && section.href.length > (found?.href.length ?? 0))
      found = section;
  return found;
}

/** The overview's URL is a prefix of all others, so it has no pages below it. */
function isBelow(path: string, href: string): boolean {
  return path === href || (href !== consolePaths.overview && path.startsWith(`${href}/`));
}

/** Returns whether a user with this role can open this URL of the console. */
export function canOpen(role: Role, href: string): boolean {
  const section = findSection(href.replace(/[?#].*$/, ""));
  return section !== undefined && hasRole(role, section.role);
}
