import { lazyPage, type LazyPage, type LoadPage } from "../shell/lazy-page.tsx";
import { ConsolePageSkeleton } from "./frame/console-page-skeleton.tsx";
import { consolePaths, developerPaths } from "./frame/console-paths.ts";
import { sectionList, type SectionEntry } from "./frame/section-list.ts";

/** A section of the console, with its pages by path. */
export type Section = SectionEntry & { pages: [path: string, page: LazyPage][] };

type SectionName = (typeof sectionList)[number]["name"];

/** Loads the code of each page, by section and path. A section without pages doesn't compile. */
const pageLoaders: Record<SectionName, Record<string, LoadPage>> = {
  overview: {
    [consolePaths.overview]: () => import("./overview/overview-page.tsx"),
    [`${consolePaths.overview}/figures/:figure`]: () => import("./overview/figure-page.tsx"),
  },
  products: {
    [consolePaths.products]: () => import("./products/products-page.tsx"),
    [consolePaths.newProduct]: () => import("./products/new-product-page.tsx"),
    [consolePaths.importProducts]: () => import("./products/import-page.tsx"),
    [`${consolePaths.products}/:id/prices/:priceId/move`]: () =>
      import("./products/move-subscribers-page.tsx"),
    [`${consolePaths.products}/:id`]: () => import("./products/product-editor-page.tsx"),
  },
  orders: {
    [consolePaths.orders]: () => import("./orders/orders-page.tsx"),
    [`${consolePaths.orders}/:id`]: () => import("./orders/order-page.tsx"),
  },
  subscriptions: {
    [consolePaths.subscriptions]: () => import("./subscriptions/subscriptions-page.tsx"),
    [`${consolePaths.subscriptions}/:id`]: () => import("./subscriptions/subscription-page.tsx"),
  },
  statements: {
    [consolePaths.statements]: () => import("./statements/statements-page.tsx"),
    [`${consolePaths.statements}/:id`]: () => import("./statements/statement-page.tsx"),
  },
  invoices: {
    [consolePaths.invoices]: () => import("./invoices/invoices-page.tsx"),
  },
  customers: {
    [consolePaths.customers]: () => import("./customers/customers-page.tsx"),
    [consolePaths.waitingGifts]: () => import("./customers/waiting-gifts-page.tsx"),
    [consolePaths.messages]: () => import("./messages/messages-page.tsx"),
    [`${consolePaths.messages}/new`]: () => import("./messages/new-message-page.tsx"),
    [`${consolePaths.messages}/:id`]: () => import("./messages/message-page.tsx"),
    [`${consolePaths.customers}/:id`]: () => import("./customers/customer-page.tsx"),
  },
  licenses: {
    [consolePaths.licenses]: () => import("./licenses/licenses-page.tsx"),
    [consolePaths.importLicenses]: () => import("./licenses/import-page.tsx"),
    [`${consolePaths.licenses}/:id`]: () => import("./licenses/license-page.tsx"),
  },
  files: {
    [consolePaths.files]: () => import("./files/files-page.tsx"),
    [consolePaths.allFiles]: () => import("./files/all-files-page.tsx"),
  },
  pages: {
    [consolePaths.pages]: () => import("./pages/pages-page.tsx"),
    [consolePaths.newPage]: () => import("./pages/new-page.tsx"),
    [`${consolePaths.pages}/:id`]: () => import("./pages/page-editor.tsx"),
  },
  discounts: {
    [consolePaths.discounts]: () => import("./discounts/discounts-page.tsx"),
    [consolePaths.newDiscount]: () => import("./discounts/new-discount-page.tsx"),
  },
  links: {
    [consolePaths.links]: () => import("./links/links-page.tsx"),
  },
  developers: {
    [developerPaths.quickstart]: () => import("./developers/quickstart-page.tsx"),
    [developerPaths.apiKeys]: () => import("./developers/keys-page.tsx"),
    [developerPaths.newApiKey]: () => import("./developers/new-key-page.tsx"),
    [developerPaths.webhooks]: () => import("./developers/webhooks-page.tsx"),
    [developerPaths.newEndpoint]: () => import("./developers/new-endpoint-page.tsx"),
    [`${developerPaths.webhooks}/:id`]: () => import("./developers/endpoint-page.tsx"),
    [`${developerPaths.webhooks}/:endpointId/deliveries/:id`]: () =>
      import("./developers/delivery-page.tsx"),
    [developerPaths.feed]: () => import("./developers/feed-page.tsx"),
    [`${developerPaths.feed}/:id`]: () => import("./developers/feed-event-page.tsx"),
    [developerPaths.settings]: () => import("./developers/settings-page.tsx"),
  },
  stripeEvents: {
    [consolePaths.events]: () => import("./events/events-page.tsx"),
    [`${consolePaths.events}/:id`]: () => import("./events/event-page.tsx"),
  },
  notifications: {
    [consolePaths.notifications]: () => import("./notifications/notifications-page.tsx"),
  },
  team: {
    [consolePaths.team]: () => import("./team/team-page.tsx"),
  },
  general: {
    [consolePaths.setup]: () => import("./setup/setup-page.tsx"),
    [consolePaths.settings]: () => import("./settings/shop-settings-page.tsx"),
    [consolePaths.legalSettings]: () => import("./settings/legal-settings-page.tsx"),
    [consolePaths.accessSettings]: () => import("./settings/access-settings-page.tsx"),
    [consolePaths.emailSettings]: () => import("./settings/email-settings-page.tsx"),
    [consolePaths.taxSettings]: () => import("./settings/tax-settings-page.tsx"),
    [consolePaths.lawSettings]: () => import("./settings/law-settings-page.tsx"),
  },
  doctor: {
    [consolePaths.doctor]: () => import("./doctor/doctor-page.tsx"),
    [consolePaths.stripeSync]: () => import("./sync/stripe-sync-page.tsx"),
  },
  auditLog: {
    [consolePaths.audit]: () => import("./audit/audit-page.tsx"),
  },
};

export const sections: Section[] = sectionList.map((entry) => ({
  ...entry,
  pages: Object.entries(pageLoaders[entry.name]).map(([path, load]): Section["pages"][number] => [
    path,
    lazyPage(load, <ConsolePageSkeleton />),
  ]),
}));

/** Loads the code of the page at this path, before the user's role is known. Never rejects. */
export async function preloadPage(path: string): Promise<void> {
  const pages = sections.flatMap((section) => section.pages);
  await pages.find(([pattern]) => pattern === path)?.[1].preload();
}
