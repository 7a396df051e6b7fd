import { hasRole, type Role } from "../../../worker/lib/roles.ts";
import { consolePaths } from "./console-paths.ts";

/** A part of the console: its name, its first page, and the role that sees it. */
export type SectionEntry = { name: string; href: string; role: Exclude<Role, "buyer"> };

/** In the order of the navigation. The server decides who may do what; this only leaves out what would be refused. */
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
  { name: "Events", href: consolePaths.events, role: "support" },
  { name: "Team", href: consolePaths.team, role: "owner" },
  { name: "Settings", href: consolePaths.settings, role: "owner" },
  { name: "Doctor", href: consolePaths.doctor, role: "admin" },
  { name: "Audit log", href: consolePaths.audit, role: "admin" },
] as const satisfies SectionEntry[];

/** Whether a user with this role finds a page of the console at this address. */
export function canOpen(role: Role, href: string): boolean {
  // The overview's address begins all others, and it is the first.
  const section = sectionList.findLast((each) => href.startsWith(each.href));
  return section !== undefined && hasRole(role, section.role);
}
