import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { hasRole, type Role } from "../../../worker/shared/roles.ts";
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

const section = <Name extends string>(
  name: Name,
  label: MessageDescriptor,
  href: string,
  role: SectionEntry["role"],
  group: SectionEntry["group"],
) => ({ name, label, href, role, group }) satisfies SectionEntry;

/** The sections in the navigation's order. The server enforces roles; this only hides sections it would refuse. */
export const sectionList = [
  section("overview", msg`Overview`, consolePaths.overview, "support", null),
  section("products", msg`Products`, consolePaths.products, "admin", "shop"),
  section("files", msg`Files`, consolePaths.files, "admin", "shop"),
  section("pages", msg`Pages`, consolePaths.pages, "admin", "shop"),
  section("discounts", msg`Discount codes`, consolePaths.discounts, "admin", "shop"),
  section("links", msg`Permanent links`, consolePaths.links, "admin", "shop"),
  section("customers", msg`Customers`, consolePaths.customers, "support", "customers"),
  section("licenses", msg`License keys`, consolePaths.licenses, "support", "customers"),
  section("orders", msg`Orders`, consolePaths.orders, "support", "sales"),
  section("subscriptions", msg`Subscriptions`, consolePaths.subscriptions, "support", "sales"),
  section(
    "statements",
    msg`Withdrawals and cancellations`,
    consolePaths.statements,
    "support",
    "sales",
  ),
  section("invoices", msg`Invoices and tax`, consolePaths.invoices, "admin", "sales"),
  section("stripeEvents", msg`Stripe events`, consolePaths.events, "support", "operations"),
  section("doctor", msg`Doctor`, consolePaths.doctor, "admin", "operations"),
  section("auditLog", msg`Audit log`, consolePaths.audit, "admin", "operations"),
  section("notifications", msg`Notifications`, consolePaths.notifications, "support", "settings"),
  section("general", msg`General`, consolePaths.settings, "owner", "settings"),
  section("team", msg`Team`, consolePaths.team, "owner", "settings"),
  section("developers", msg`Developers`, developerPaths.quickstart, "admin", "settings"),
];

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
