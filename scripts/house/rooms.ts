/** A folder (or a single file) with a place in the order, and what belongs in it. */
export type Room = {
  path: string;
  /** What is in it. */
  holds: string;
  /** What is never in it. */
  never?: string;
};

/**
 * The Worker, from the ground up: a room imports only rooms that stand above it in this list. A file belongs to the
 * room with the longest matching path. The linter enforces the order (lint-plugin.ts), the picture and the table of
 * docs/guides/architecture.md are made from it (draw.ts).
 */
export const worker: Room[] = [
  {
    path: "worker/lib",
    holds: "Pure functions: ids, time, money, Markdown, keys, roles.",
    never: "imports from other rooms, D1, Stripe, the request",
  },
  { path: "worker/errors.ts", holds: "Every error the API can answer with, and its wire form." },
  {
    path: "worker/config",
    holds: "The environment, parsed once into Config; refuses what is unsafe.",
    never: "reads of the environment anywhere else",
  },
  {
    path: "worker/clock.ts",
    holds: "How far the shop's time is ahead of the real time: 0, except beside the sandbox.",
  },
  {
    path: "worker/db",
    holds: "The D1 client, `commit`, paging, the schema and its migrations.",
    never: "queries of a domain",
  },
  {
    path: "worker/access/in-force.ts",
    holds: "Whether a grant gives access now: one function, one SQL fragment.",
  },
  {
    path: "worker/stripe",
    holds: "The Stripe client: idempotency, metadata, event types.",
    never: "what we do with the answers",
  },
  {
    path: "worker/context.ts",
    holds: "Ctx: what every verb gets. Actor, time, database, clients.",
  },
  { path: "worker/email", holds: "The client of the email service.", never: "what an email says" },
  {
    path: "worker/audit",
    holds: "`recordChange` and the names of all actions.",
    never: "decisions about who may do what",
  },
  { path: "worker/markdown", holds: "Markdown texts rendered once, when they are saved." },
  {
    path: "worker/translations",
    holds: "The seller's own texts in other languages.",
    never: "the shop's messages: those are in locales/",
  },
  {
    path: "worker/settings",
    holds: "Values the seller can change, and their defaults.",
    never: "what follows from a setting",
  },
  {
    path: "worker/mail/layout",
    holds: "How an email looks: its content as HTML and text, in the recipient's language.",
    never: "what a kind of email says",
  },
  { path: "worker/mail/sign-in-email.ts", holds: "The email with a sign-in link." },
  {
    path: "worker/feed",
    holds: "What other programs see of each object, and the feed of its changes.",
    never: "how an event is delivered",
  },
  { path: "worker/identity/keys", holds: "API keys: their form, scopes, making and revoking." },
  { path: "worker/identity/team", holds: "Members, roles, invitations." },
  {
    path: "worker/identity/sign-in",
    holds: "Identities, sessions; what a provider's answer means.",
  },
  {
    path: "worker/identity",
    holds: "Users: who they are, how they sign in, what their role is.",
    never: "what a user bought",
  },
  {
    path: "worker/catalog",
    holds: "Products, prices, benefits: rows, reads, rules.",
    never: "who bought what",
  },
  {
    path: "worker/access",
    holds: "The access policy, grants, what is in force, the entitlement check.",
    never: "how a benefit is delivered, where a purchase comes from",
  },
  {
    path: "worker/purchases/totals",
    holds:
      "What the figures of the overview are read from: totals of each day, and which are stale.",
    never: "a total that is adjusted instead of recalculated",
  },
  { path: "worker/purchases/checkout", holds: "Checkouts: rows and rules." },
  { path: "worker/purchases/orders", holds: "Orders: rows and rules." },
  { path: "worker/purchases/subscriptions", holds: "Subscriptions: rows, rules, notices." },
  { path: "worker/purchases/payments", holds: "Payments and payouts." },
  {
    path: "worker/purchases/mrr",
    holds: "What subscriptions pay over time, and the movements of MRR that follow.",
  },
  { path: "worker/purchases/alerts", holds: "What the team should know about a payment." },
  { path: "worker/purchases/timeline", holds: "The history of a purchase, as one pure function." },
  { path: "worker/purchases/price-moves", holds: "Price moves: rows and rules." },
  {
    path: "worker/purchases",
    holds: "Checkouts, orders, subscriptions, payments: rows and rules.",
    never: "calls to Stripe, writes of grants",
  },
  { path: "worker/delivery/downloads", holds: "Files: links, ranges, versions." },
  { path: "worker/delivery/licenses", holds: "License keys, activations, signed license files." },
  { path: "worker/delivery/pages", holds: "Members' and free pages." },
  { path: "worker/delivery/benefits", holds: "The map from a type of benefit to its strategy." },
  { path: "worker/delivery/grants", holds: "Rewriting a user's grants and delivering them." },
  {
    path: "worker/delivery/library",
    holds: "Everything a user has access to.",
  },
  {
    path: "worker/delivery",
    holds: "What a benefit delivers: keys, files, pages; the library.",
    never: "decisions about access",
  },
  {
    path: "worker/mail",
    holds: "Which emails, their words, the outbox, sending.",
    never: "reasons to change access",
  },
  {
    path: "worker/webhooks",
    holds: "Webhook endpoints and the deliveries of the feed to them.",
    never: "what happened: that is in the feed",
  },
  { path: "worker/sync/cursors", holds: "Where an interrupted walk continues." },
  { path: "worker/sync/health", holds: "Health signals: when jobs and webhooks last succeeded." },
  { path: "worker/sync/incidents", holds: "What a sync or a sweep found wrong." },
  { path: "worker/sync/inbox", holds: "Received events: rows and their state." },
  { path: "worker/sync/restore", holds: "Lost rows of purchases and grants, from the history." },
  { path: "worker/sync/mirror", holds: "Stripe's objects turned into our rows." },
  { path: "worker/sync/customer", holds: "The sync of one Stripe customer; what is dirty." },
  { path: "worker/sync/catalog", holds: "The sync of one product, in both directions." },
  {
    path: "worker/sync/price-moves",
    holds: "Moving subscribers to a new price, page by page.",
  },
  { path: "worker/sync/webhook", holds: "The webhook endpoint." },
  {
    path: "worker/sync/feed",
    holds: "Events of what changes by time alone; the walk over everything.",
  },
  { path: "worker/sync/sweeps", holds: "Sweep, backfill, rebuild, outage mode." },
  {
    path: "worker/sync",
    holds: "Stripe's truth: only sync writes mirrored rows. The queue consumer.",
    never: "screens",
  },
  { path: "worker/setup", holds: "What a new shop still needs before it sells." },
  {
    path: "worker/http",
    holds: "Guards, sessions, validation, headers, rate limits.",
    never: "business rules",
  },
  { path: "worker/shop/storefront", holds: "The shop, its products and legal pages." },
  { path: "worker/shop/site/head", holds: "What the head of a page says: pure functions." },
  { path: "worker/shop/gifts", holds: "Gifts that a user receives, and their secret links." },
  { path: "worker/shop/sign-in", holds: "Auth.js at /api/auth." },
  { path: "worker/shop/account", holds: "A user's account." },
  { path: "worker/shop/checkout", holds: "Buying." },
  { path: "worker/shop/billing", holds: "Invoices, plans, cancellation." },
  {
    path: "worker/shop/library",
    holds: "The library, downloads, keys, pages.",
  },
  { path: "worker/shop/site", holds: "Pages as HTML, and the files that programs read." },
  {
    path: "worker/shop",
    holds: "Door 1: visitors and signed-in users.",
    never: "SQL, except read models in `*.query.ts`",
  },
  { path: "worker/admin/audit", holds: "The audit log." },
  { path: "worker/admin/licenses", holds: "License keys." },
  { path: "worker/admin/customers", holds: "Customers; merging accounts." },
  { path: "worker/admin/payments", holds: "Refunds, for orders and subscriptions." },
  { path: "worker/admin/orders", holds: "Orders." },
  { path: "worker/admin/subscriptions", holds: "Subscriptions." },
  { path: "worker/admin/gifts", holds: "Access given by the team." },
  { path: "worker/admin/products", holds: "Products, prices, benefits." },
  { path: "worker/admin/files", holds: "Files and uploads." },
  { path: "worker/admin/pages", holds: "Members' and free pages." },
  { path: "worker/admin/discounts", holds: "Discounts." },
  { path: "worker/admin/events", holds: "Received events, replay." },
  { path: "worker/admin/preview", holds: "Drafts as buyers will see them." },
  { path: "worker/admin/saved-filters", holds: "Saved filters of lists." },
  { path: "worker/admin/setup", holds: "The checklist of a new shop." },
  { path: "worker/admin/overview", holds: "The first screen and its figures." },
  { path: "worker/admin/doctor", holds: "Checks of the installation." },
  { path: "worker/admin/sync", holds: "Sweeps, rebuild, outage mode." },
  { path: "worker/admin/notifications", holds: "What each member is told by email." },
  { path: "worker/admin/team", holds: "Members and invitations." },
  { path: "worker/admin/search", holds: "The console's search over all kinds of objects." },
  { path: "worker/admin/developers", holds: "API keys, webhooks, the feed." },
  { path: "worker/admin/settings", holds: "Settings." },
  {
    path: "worker/admin",
    holds: "Door 2: the seller's console, a folder for each section.",
    never: "SQL, except read models in `*.query.ts`",
  },
  { path: "worker/api/licenses", holds: "The license API for other programs." },
  { path: "worker/api/webhooks", holds: "Webhook endpoints and deliveries for other programs." },
  { path: "worker/api/orders", holds: "Orders." },
  { path: "worker/api/subscriptions", holds: "Subscriptions." },
  { path: "worker/api/gifts", holds: "Gifts, also for people who have not signed in yet." },
  { path: "worker/api/checkouts", holds: "Links to a checkout." },
  {
    path: "worker/api",
    holds: "Door 3: other programs, at /api/v1.",
    never: "SQL, except read models in `*.query.ts`",
  },
  { path: "worker/app.ts", holds: "Every mount on one page." },
  { path: "worker/run-cron.ts", holds: "What each scheduled run does." },
  { path: "worker/index.ts", holds: "fetch, queue and scheduled." },
];

/** The frontend, from the ground up, by the same rule. From the worker it imports types and worker/lib. */
export const frontend: Room[] = [
  { path: "frontend/styles", holds: "Reset, tokens, base styles." },
  { path: "frontend/http", holds: "The typed client; queries that several screens share." },
  { path: "frontend/i18n", holds: "The language of a page: its messages and its formats." },
  { path: "frontend/messages", holds: "What errors say." },
  { path: "frontend/ui", holds: "Buttons, fields, dialogs, formats.", never: "requests" },
  { path: "frontend/paths.ts", holds: "Every URL of the shop." },
  { path: "frontend/build", holds: "Vite plugins." },
  { path: "frontend/shell", holds: "Header, footer, loading and error states.", never: "a screen" },
  { path: "frontend/shop/catalog", holds: "Covers and prices, wherever they are shown." },
  { path: "frontend/shop/sign-in", holds: "Signing in and out." },
  { path: "frontend/shop/account", holds: "The account." },
  { path: "frontend/shop/billing", holds: "Billing." },
  { path: "frontend/shop/library", holds: "The library." },
  { path: "frontend/shop/checkout", holds: "Back from Checkout." },
  { path: "frontend/shop/gifts", holds: "A gift that is given by a secret link." },
  { path: "frontend/shop/storefront", holds: "The shop and a product." },
  { path: "frontend/shop/pages", holds: "A members' page, or a free one." },
  { path: "frontend/shop/legal", holds: "A legal page." },
  {
    path: "frontend/shop",
    holds: "What visitors and users see, a folder for each screen.",
    never: "imports from admin",
  },
  {
    path: "frontend/admin/frame",
    holds: "Lists, forms and paths that the console's sections share.",
    never: "a section",
  },
  {
    path: "frontend/admin/share-pictures",
    holds: "Pictures of shared links, drawn in the seller's browser.",
  },
  {
    path: "frontend/admin/editor",
    holds: "Markdown texts with their pictures and preview; choosing and uploading pictures.",
  },
  {
    path: "frontend/admin/translations",
    holds: "The seller's texts in the other languages of the shop.",
  },
  { path: "frontend/admin/benefits", holds: "Choosing a benefit, by its type." },
  { path: "frontend/admin/orders", holds: "Orders and refunds." },
  { path: "frontend/admin/subscriptions", holds: "Subscriptions." },
  { path: "frontend/admin/customers", holds: "Customers." },
  { path: "frontend/admin/licenses", holds: "License keys." },
  { path: "frontend/admin/files", holds: "Files and uploads." },
  { path: "frontend/admin/pages", holds: "Members' and free pages." },
  {
    path: "frontend/admin/products",
    holds: "Products, prices, benefits, and their content on one screen.",
  },
  { path: "frontend/admin/discounts", holds: "Discounts." },
  { path: "frontend/admin/events", holds: "Events." },
  { path: "frontend/admin/notifications", holds: "What each member is told by email." },
  { path: "frontend/admin/team", holds: "The team." },
  { path: "frontend/admin/developers", holds: "API keys, webhooks, the feed." },
  { path: "frontend/admin/settings", holds: "Settings." },
  { path: "frontend/admin/doctor", holds: "The doctor." },
  { path: "frontend/admin/sync", holds: "Stripe sync." },
  { path: "frontend/admin/audit", holds: "The audit log." },
  { path: "frontend/admin/setup", holds: "The checklist of a new shop." },
  { path: "frontend/admin/overview", holds: "The overview." },
  { path: "frontend/admin/search", holds: "The console's search." },
  { path: "frontend/admin", holds: "The console: navigation and all its pages." },
  { path: "frontend/preview", holds: "Drafts as buyers will see them, for the team." },
  { path: "frontend/page-catalogs.ts", holds: "The message catalogs that each page uses." },
  { path: "frontend/routes.tsx", holds: "Every page by its path." },
  { path: "frontend/app.tsx", holds: "The app around a page." },
  { path: "frontend/plain", holds: "Pages without scripts.", never: "hooks that need a browser" },
  { path: "frontend/render", holds: "Pages drawn in the Worker, and the data that they embed." },
  { path: "frontend/server.ts", holds: "What the Worker runs of the frontend." },
  { path: "frontend/main.tsx", holds: "The entry." },
  { path: "frontend/start-app.ts", holds: "Loads the app on pages that are drawn already." },
];

const rooms = [...worker, ...frontend];

/** The room of a file, by its path from the project's root; undefined for tests, tools and whatever has no place. */
export function roomOf(file: string): Room | undefined {
  if (isOutside(file)) return undefined;
  let found: Room | undefined;
  for (const room of rooms)
    if (
      (file === room.path || file.startsWith(`${room.path}/`)) &&
      room.path.length > (found?.path.length ?? 0)
    )
      found = room;
  return found;
}

/** Tests and their tools import whatever they need. */
function isOutside(file: string): boolean {
  return /\.(test|spec|scale|bench)\.|\/(testing|e2e)\/|\.d\.ts$|\.config\.ts$/.test(file);
}

/**
 * Why a file may not import another, or null where it may.
 * @param from, to paths from the project's root
 * @param isType an `import type`, which costs nothing at run time
 */
export function findImportProblem(from: string, to: string, isType: boolean): string | null {
  if (isOutside(from)) return null;
  const package_ = /^packages\/[^/]+\//.exec(from)?.[0];
  if (package_)
    return to.startsWith(package_)
      ? null
      : `${package_} is a package of its own and imports nothing else.`;
  const [here, there] = [roomOf(from), roomOf(to)];
  if (!here)
    return /^(worker|frontend)\//.test(from)
      ? "This file is in no room: put it into one, or add its folder to scripts/house/rooms.ts."
      : null;
  if (!there) return `${here.path} may not import ${to}, which is in no room.`;
  if (from.startsWith("frontend/") && to.startsWith("worker/"))
    return isType || there.path === "worker/lib"
      ? null
      : "From the worker, the frontend imports types and worker/lib.";
  if (
    rooms.indexOf(there) > rooms.indexOf(here) ||
    (to.startsWith("frontend/") && from.startsWith("worker/"))
  )
    return `${here.path} may not import ${there.path}, which stands below it in scripts/house/rooms.ts.`;
  return null;
}
