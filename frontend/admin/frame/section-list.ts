import { hasRole, type Role } from "../../../worker/lib/roles.ts";
import { consolePaths, developerPaths } from "./console-paths.ts";

/** A section of the console. `role` is the lowest role that sees it. */
export type SectionEntry = { name: string; href: string; role: Exclude<Role, "buyer"> };

/** The sections in the navigation's order. The server enforces roles; this only hides sections it would refuse. */
export const sectionList = [
  { name: "Overview", href: consolePaths.overview, role: "support" },
  { name: "Products", href: consolePaths.products, role: "admin" },
  { name: "Orders", href: consolePaths.orders, role: "support" },
  { name: "Subscriptions", href: consolePaths.subscriptions, role: "support" },
  { name: "Customers", href: consolePaths.customers, role: "support" },
  { name: "Licenses", href: consolePaths.licenses, role: "support" },
  { name: "Files", href: consolePaths.files, role: "admin" },
  { name: "Pages", href: consolePaths.pages, role: "admin" },
  { name: "Discounts", href: consolePaths.discounts, role: "admin" },
  { name: "Developers", href: developerPaths.quickstart, role: "admin" },
  { name: "Stripe events", href: consolePaths.events, role: "support" },
  { name: "Team", href: consolePaths.team, role: "owner" },
  { name: "Settings", href: consolePaths.settings, role: "owner" },
  { name: "Doctor", href: consolePaths.doctor, role: "admin" },
  { name: "Audit log", href: consolePaths.audit, role: "admin" },
] as const satisfies SectionEntry[];

/** Returns whether a user with this role can open this URL of the console. */
export function canOpen(role: Role, href: string): boolean {
  // `findLast`, because the overview is first and its URL is a prefix of all others.
  const section = sectionList.findLast((each) => href.startsWith(each.href));
  return section !== undefined && hasRole(role, section.role);
}
