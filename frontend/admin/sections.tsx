import type { Role } from "../../worker/context.ts";
import { lazyPage, type LazyPage, type LoadPage } from "../shell/lazy-page.tsx";
import { ConsolePageSkeleton } from "./frame/console-page-skeleton.tsx";
import { consolePaths } from "./frame/console-paths.ts";

/** A part of the console: who sees it, and its pages by path. */
export type Section = {
  name: string;
  href: string;
  role: Exclude<Role, "buyer">;
  pages: [path: string, page: LazyPage][];
};

function section(
  name: string,
  href: string,
  role: Section["role"],
  loads: Record<string, LoadPage>,
): Section {
  const pages = Object.entries(loads).map(([path, load]): Section["pages"][number] => [
    path,
    lazyPage(load, <ConsolePageSkeleton />),
  ]);
  return { name, href, role, pages };
}

/** In the order of the navigation. The server decides who may do what; this only leaves out what would be refused. */
export const sections: Section[] = [
  section("Overview", consolePaths.overview, "support", {
    [consolePaths.overview]: () => import("./overview/overview-page.tsx"),
  }),
  section("Products", consolePaths.products, "admin", {
    [consolePaths.products]: () => import("./products/products-page.tsx"),
    [consolePaths.newProduct]: () => import("./products/new-product-page.tsx"),
    [consolePaths.importProducts]: () => import("./products/import-page.tsx"),
    [`${consolePaths.products}/:id`]: () => import("./products/product-editor-page.tsx"),
  }),
  section("Orders", consolePaths.orders, "support", {
    [consolePaths.orders]: () => import("./orders/orders-page.tsx"),
    [`${consolePaths.orders}/:id`]: () => import("./orders/order-page.tsx"),
  }),
  section("Subscriptions", consolePaths.subscriptions, "support", {
    [consolePaths.subscriptions]: () => import("./subscriptions/subscriptions-page.tsx"),
    [`${consolePaths.subscriptions}/:id`]: () => import("./subscriptions/subscription-page.tsx"),
  }),
  section("Customers", consolePaths.customers, "support", {
    [consolePaths.customers]: () => import("./customers/customers-page.tsx"),
    [`${consolePaths.customers}/:id`]: () => import("./customers/customer-page.tsx"),
  }),
  section("Licenses", consolePaths.licenses, "support", {
    [consolePaths.licenses]: () => import("./licenses/licenses-page.tsx"),
    [consolePaths.importLicenses]: () => import("./licenses/import-page.tsx"),
    [`${consolePaths.licenses}/:id`]: () => import("./licenses/license-page.tsx"),
  }),
  section("Files", consolePaths.files, "admin", {
    [consolePaths.files]: () => import("./files/files-page.tsx"),
  }),
  section("Pages", consolePaths.pages, "admin", {
    [consolePaths.pages]: () => import("./pages/pages-page.tsx"),
    [consolePaths.newPage]: () => import("./pages/new-page.tsx"),
    [`${consolePaths.pages}/:id`]: () => import("./pages/edit-page.tsx"),
  }),
  section("Discounts", consolePaths.discounts, "admin", {
    [consolePaths.discounts]: () => import("./discounts/discounts-page.tsx"),
    [consolePaths.newDiscount]: () => import("./discounts/new-discount-page.tsx"),
  }),
  section("Events", consolePaths.events, "support", {
    [consolePaths.events]: () => import("./events/events-page.tsx"),
    [`${consolePaths.events}/:id`]: () => import("./events/event-page.tsx"),
  }),
  section("Team", consolePaths.team, "owner", {
    [consolePaths.team]: () => import("./team/team-page.tsx"),
  }),
  section("Settings", consolePaths.settings, "owner", {
    [consolePaths.settings]: () => import("./settings/shop-page.tsx"),
    [consolePaths.legalSettings]: () => import("./settings/legal-settings-page.tsx"),
    [consolePaths.accessSettings]: () => import("./settings/access-settings-page.tsx"),
    [consolePaths.mailSettings]: () => import("./settings/mail-settings-page.tsx"),
    [consolePaths.taxSettings]: () => import("./settings/tax-settings-page.tsx"),
  }),
  section("Doctor", consolePaths.doctor, "admin", {
    [consolePaths.doctor]: () => import("./doctor/doctor-page.tsx"),
    [consolePaths.mirror]: () => import("./sync/mirror-page.tsx"),
  }),
  section("Audit log", consolePaths.audit, "admin", {
    [consolePaths.audit]: () => import("./audit/audit-page.tsx"),
  }),
];

/** Fetches the code of the page at this path, before anybody knows whether it may be shown. Never rejects. */
export async function preloadPage(path: string): Promise<void> {
  const pages = sections.flatMap((section) => section.pages);
  await pages.find(([pattern]) => pattern === path)?.[1].preload();
}

/** Whether somebody of this role finds a page of the console at this address. */
export function canOpen(role: Role, href: string): boolean {
  // The overview's address begins all others, and it is the first.
  const section = sections.findLast((each) => href.startsWith(each.href));
  return section !== undefined && reaches(role, section.role);
}

const ranks: Record<Role, number> = { buyer: 0, support: 1, admin: 2, owner: 3 };

/** Whether somebody of this role has what is for that one. */
export function reaches(role: Role, needed: Role): boolean {
  return ranks[role] >= ranks[needed];
}
