/** A folder (or a single file) with a place in the order, and what belongs in it. */
export type Folder = {
  path: string;
  /** What is in it. */
  holds: string;
  /** What is never in it. */
  never?: string;
};

/**
 * The Worker. The list begins with the entry points, and a folder imports only folders below it. What is in one top
 * folder stands together, so that top folders have no cycle either. A file belongs to the folder with the longest
 * matching path. The linter enforces the order (lint-plugin.ts), the picture and the table of
 * docs/guides/architecture.md are made from it (draw.ts).
 */
export const worker: Folder[] = [
  { path: "worker/index.ts", holds: "fetch, queue and scheduled." },
  {
    path: "worker/answer-request.ts",
    holds: "The short way of the four most frequent calls; the app for every other request.",
  },
  { path: "worker/run-cron.ts", holds: "What each scheduled run does." },
  { path: "worker/app.ts", holds: "Every mount on one page." },
  {
    path: "worker/api",
    holds: "Door 5: other programs, at /api/v1.",
    never: "SQL, except read models in `*.query.ts`",
  },
  { path: "worker/api/checkouts", holds: "Links to a checkout." },
  { path: "worker/api/links", holds: "Permanent links." },
  {
    path: "worker/api/statements",
    holds: "Withdrawals and cancellations that were declared without signing in.",
  },
  { path: "worker/api/gifts", holds: "Gifts, also for people who have not signed in yet." },
  { path: "worker/api/subscriptions", holds: "Subscriptions." },
  { path: "worker/api/orders", holds: "Orders." },
  { path: "worker/api/webhooks", holds: "Webhook endpoints and deliveries for other programs." },
  { path: "worker/api/licenses", holds: "The license API for other programs." },
  {
    path: "worker/api/protocol",
    holds: "How the API is spoken: keys, scopes, inputs, lists, ETags, idempotency.",
  },
  {
    path: "worker/admin",
    holds: "Door 4: the seller's console, a folder for each section.",
    never: "SQL, except read models in `*.query.ts`",
  },
  { path: "worker/admin/settings", holds: "Settings." },
  { path: "worker/admin/developers", holds: "API keys, webhooks, the feed." },
  { path: "worker/admin/search", holds: "The console's search over all kinds of objects." },
  { path: "worker/admin/team", holds: "Members and invitations." },
  {
    path: "worker/admin/notifications",
    holds: "The notifications that each member gets by email.",
  },
  { path: "worker/admin/sync", holds: "Sweeps, rebuild, outage mode." },
  { path: "worker/admin/messages", holds: "Messages to customers: drafts, sending, history." },
  { path: "worker/admin/doctor", holds: "Checks of the installation." },
  { path: "worker/admin/overview", holds: "The first screen and its figures." },
  { path: "worker/admin/setup", holds: "The checklist of a new shop." },
  { path: "worker/admin/saved-filters", holds: "Saved filters of lists." },
  { path: "worker/admin/preview", holds: "Drafts as buyers will see them." },
  { path: "worker/admin/events", holds: "Received events, replay." },
  { path: "worker/admin/discounts", holds: "Discounts." },
  { path: "worker/admin/links", holds: "Permanent links." },
  { path: "worker/admin/pages", holds: "Members' and free pages." },
  { path: "worker/admin/files", holds: "Files and uploads." },
  { path: "worker/admin/products", holds: "Products, prices, benefits." },
  {
    path: "worker/admin/gifts",
    holds: "Access given by the team.",
  },
  { path: "worker/admin/seats", holds: "The seats of orders and subscriptions." },
  { path: "worker/admin/subscriptions", holds: "Subscriptions." },
  {
    path: "worker/admin/statements",
    holds: "Withdrawals and cancellations that wait for a decision, and the decisions.",
  },
  { path: "worker/admin/orders", holds: "Orders." },
  { path: "worker/admin/invoices", holds: "Invoices as files, and what tax returns need." },
  { path: "worker/admin/audit", holds: "The audit log." },
  { path: "worker/admin/customers", holds: "Customers; merging accounts." },
  { path: "worker/admin/licenses", holds: "License keys." },
  {
    path: "worker/admin/frame",
    holds: "What the sections share: pages of lists, ranges of days, CSV, the routes of a setting.",
    never: "a section",
  },
  {
    path: "worker/plain",
    holds: "Door 3: pages without scripts.",
    never: "SQL, except read models in `*.query.ts`",
  },
  {
    path: "worker/site",
    holds: "Door 2: public pages and the files that programs read.",
    never: "sessions; SQL, except read models in `*.query.ts`",
  },
  {
    path: "worker/site/crawlers",
    holds: "robots.txt, sitemaps, llms.txt, products as Markdown.",
  },
  {
    path: "worker/site/pages",
    holds: "Public pages as HTML.",
  },
  {
    path: "worker/site/pictures",
    holds: "Icons, and the pictures of shared links.",
  },
  {
    path: "worker/shop",
    holds: "Door 1: visitors and signed-in users.",
    never: "SQL, except read models in `*.query.ts`",
  },
  {
    path: "worker/shop/library",
    holds: "The library, downloads, keys, pages.",
  },
  { path: "worker/shop/sign-in", holds: "Auth.js at /api/auth." },
  {
    path: "worker/shop/billing",
    holds: "Invoices, plans, cancellation.",
  },
  {
    path: "worker/shop/checkout",
    holds: "Buying.",
  },
  {
    path: "worker/shop/gifts",
    holds: "Gifts that a user receives by a secret link.",
  },
  {
    path: "worker/shop/seats",
    holds: "The seats that a user has bought or was given.",
  },
  {
    path: "worker/shop/account",
    holds: "A user’s account.",
  },
  {
    path: "worker/shop/storefront",
    holds: "The shop, its products and settings.",
  },
  {
    path: "worker/http",
    holds: "Guards, sessions, validation, headers, rate limits, the health check.",
    never: "business rules",
  },
  {
    path: "worker/render",
    holds: "The renderer of pages, and what it is given.",
    never: "queries",
  },
  {
    path: "worker/render/head",
    holds: "What the head of a page says: pure functions.",
  },
  {
    path: "worker/guests",
    holds: "Buying without signing in, and taking that into an account afterward.",
    never: "routes",
  },
  {
    path: "worker/account",
    holds:
      "What users change about themselves, leaving, merging; the notes of the team about them.",
    never: "routes",
  },
  {
    path: "worker/seats",
    holds: "Seats that buyers give to others: inviting, links, taking them away.",
    never: "routes",
  },
  {
    path: "worker/gifts",
    holds: "Access given by the team: gifts, offers and their claims.",
    never: "routes",
  },
  {
    path: "worker/checkout",
    holds: "Opening a checkout at Stripe, and confirming it.",
    never: "routes",
  },
  {
    path: "worker/statements",
    holds: "What follows from a statement: its contract, the receipt, an ordinary cancellation.",
    never: "routes",
  },
  {
    path: "worker/billing",
    holds:
      "What may be done to a subscription or a payment at Stripe: change, pause, cancel, refund.",
    never: "routes",
  },
  {
    path: "worker/storefront",
    holds: "What visitors see of the shop and its products.",
    never: "who the visitor is",
  },
  { path: "worker/setup", holds: "What a shop still needs: before it sells, and for the law." },
  {
    path: "worker/sync",
    holds: "Stripe's truth: only sync writes mirrored rows. The queue consumer.",
    never: "screens",
  },
  {
    path: "worker/sync/watch",
    holds: "What is wrong with the shop itself: found by cron, reported to the team.",
  },
  { path: "worker/sync/sweeps", holds: "Sweep, backfill, rebuild, outage mode." },
  {
    path: "worker/sync/feed",
    holds: "Events of what happens on a date; the walk over everything.",
  },
  { path: "worker/sync/webhook", holds: "The webhook endpoint." },
  {
    path: "worker/sync/price-moves",
    holds: "Moving subscribers to a new price, page by page.",
  },
  { path: "worker/sync/catalog", holds: "The sync of one product, in both directions." },
  { path: "worker/sync/customer", holds: "The sync of one Stripe customer; what is dirty." },
  { path: "worker/sync/mirror", holds: "Stripe's objects turned into our rows." },
  { path: "worker/sync/restore", holds: "Lost rows of purchases and grants, from the history." },
  { path: "worker/sync/inbox", holds: "Received events: rows and their state." },
  { path: "worker/sync/incidents", holds: "What a sync or a sweep found wrong." },
  { path: "worker/sync/health", holds: "Health signals: when jobs and webhooks last succeeded." },
  { path: "worker/sync/cursors", holds: "Where an interrupted walk continues." },
  {
    path: "worker/webhooks",
    holds: "Webhook endpoints and the deliveries of the feed to them.",
    never: "what happened: that is in the feed",
  },
  {
    path: "worker/email",
    holds: "Which emails, their words, the outbox, sending.",
    never: "reasons to change access",
  },
  {
    path: "worker/delivery",
    holds: "What a benefit delivers: keys, files, pages; the library.",
    never: "decisions about access",
  },
  {
    path: "worker/delivery/library",
    holds: "Everything a user has access to.",
  },
  { path: "worker/delivery/grants", holds: "Rewriting a user's grants and delivering them." },
  { path: "worker/delivery/benefits", holds: "The types of benefits, a file for each." },
  { path: "worker/delivery/pages", holds: "Members' and free pages." },
  { path: "worker/delivery/licenses", holds: "License keys, activations, signed license files." },
  { path: "worker/delivery/downloads", holds: "Files: links, ranges, versions." },
  {
    path: "worker/purchases",
    holds: "Checkouts, orders, subscriptions, payments: rows and rules.",
    never: "calls to Stripe, writes of grants",
  },
  { path: "worker/purchases/price-moves", holds: "Price moves: rows and rules." },
  { path: "worker/purchases/timeline", holds: "The history of a purchase, as one pure function." },
  { path: "worker/purchases/alerts", holds: "What the team should know about a payment." },
  {
    path: "worker/purchases/mrr",
    holds: "What subscriptions pay over time, and the movements of MRR that follow.",
  },
  {
    path: "worker/purchases/customer-figures",
    holds: "What each user spent, when they last bought and what, for lists of customers.",
    never: "a figure that is adjusted instead of recalculated",
  },
  { path: "worker/purchases/subscriptions", holds: "Subscriptions: rows, rules, notices." },
  { path: "worker/purchases/orders", holds: "Orders: rows and rules." },
  { path: "worker/purchases/checkout", holds: "Checkouts: rows and rules." },
  {
    path: "worker/purchases/totals",
    holds:
      "What the figures of the overview are read from: totals of each day, and which are stale.",
    never: "a total that is adjusted instead of recalculated",
  },
  { path: "worker/purchases/payments", holds: "Payments and payouts." },
  {
    path: "worker/access",
    holds: "The access policy, grants, what is in force, the entitlement check.",
    never: "how a benefit is delivered, where a purchase comes from",
  },
  {
    path: "worker/catalog",
    holds: "Products, prices, benefits: rows, reads, rules.",
    never: "who bought what",
  },
  {
    path: "worker/identity",
    holds: "Users: who they are, how they sign in, what their role is.",
    never: "what a user bought",
  },
  {
    path: "worker/identity/sign-in",
    holds: "Identities, sessions; what a provider's answer means.",
  },
  { path: "worker/identity/team", holds: "Members, roles, invitations." },
  { path: "worker/identity/keys", holds: "API keys: their form, scopes, making and revoking." },
  {
    path: "worker/feed",
    holds: "What other programs see of each object, and the feed of its changes.",
    never: "how an event is delivered",
  },
  {
    path: "worker/email-layout",
    holds: "How an email looks: its content as HTML and text, in the recipient's language.",
    never: "what a kind of email says",
  },
  {
    path: "worker/settings",
    holds: "Values the seller can change, and their defaults.",
    never: "what follows from a setting",
  },
  {
    path: "worker/claims",
    holds: "What waits until somebody accepts it: its rows.",
    never: "what follows when it is accepted",
  },
  {
    path: "worker/law/statements",
    holds: "Withdrawals and cancellations that buyers declared without signing in.",
    never: "what follows from a statement",
  },
  {
    path: "worker/law",
    holds: "The rules of law by country and date: one table, and pure functions about it.",
    never: "what the shop does because of a rule",
  },
  {
    path: "worker/translations",
    holds: "The seller's own texts in other languages.",
    never: "the shop's messages: those are in locales/",
  },
  { path: "worker/markdown", holds: "Markdown texts rendered once, when they are saved." },
  {
    path: "worker/audit",
    holds: "`recordChange` and the names of all actions.",
    never: "decisions about who may do what",
  },
  {
    path: "worker/context.ts",
    holds: "Ctx: what every verb gets. Actor, time, database, clients.",
  },
  {
    path: "worker/stripe",
    holds: "The Stripe client: idempotency, metadata, event types.",
    never: "what we do with the answers",
  },
  {
    path: "worker/stored-lines.ts",
    holds: "Lines of JSON as one compressed object in R2.",
    never: "what the lines say",
  },
  {
    path: "worker/email-sender",
    holds: "Handing a message to Resend or to Cloudflare's Email Sending.",
    never: "what an email says",
  },
  {
    path: "worker/in-force.ts",
    holds: "Whether a grant gives access now: one function, one SQL fragment.",
  },
  {
    path: "worker/db",
    holds: "The D1 client, `commit`, paging, the schema and its migrations.",
    never: "queries of a domain",
  },
  {
    path: "worker/metrics",
    holds: "Data points for Workers Analytics Engine: their columns, and writing them.",
    never: "what a domain does",
  },
  {
    path: "worker/clock.ts",
    holds: "How far the shop's time is ahead of the real time: 0, except beside the sandbox.",
  },
  {
    path: "worker/config",
    holds: "The environment, parsed once into Config; refuses what is unsafe.",
    never: "reads of the environment anywhere else",
  },
  { path: "worker/errors.ts", holds: "Every error the API can answer with, and its wire form." },
  {
    path: "worker/drawing",
    holds: "Pictures drawn without a browser: covers, icons, PNG.",
  },
  {
    path: "worker/lib",
    holds: "Small functions of the Worker: ids, time, hashes, keys, the log.",
    never: "imports from other folders, D1, Stripe, the request",
  },
  {
    path: "worker/shared",
    holds:
      "Pure functions that the Worker and the browser share: money, dates, languages, roles, covers.",
    never: "imports from other folders, what a browser lacks",
  },
];

/**
 * The frontend, by the same rule: the list begins with the entry points. From the worker it imports types and
 * worker/shared.
 */
export const frontend: Folder[] = [
  { path: "frontend/start-app.ts", holds: "Loads the app on pages that are drawn already." },
  {
    path: "frontend/first-number-format.ts",
    holds: "The browser's first number format, made beside the page.",
  },
  { path: "frontend/main.tsx", holds: "The entry." },
  { path: "frontend/server.ts", holds: "What the Worker runs of the frontend." },
  { path: "frontend/render", holds: "Pages drawn in the Worker, and the data that they embed." },
  { path: "frontend/embed", holds: "The script for the seller’s other sites.", never: "imports" },
  { path: "frontend/plain", holds: "Pages without scripts.", never: "hooks that need a browser" },
  { path: "frontend/app.tsx", holds: "The app around a page." },
  { path: "frontend/routes.tsx", holds: "Every page by its path." },
  { path: "frontend/preview", holds: "Drafts as buyers will see them, for the team." },
  { path: "frontend/admin", holds: "The console: navigation and all its pages." },
  { path: "frontend/admin/search", holds: "The console's search." },
  { path: "frontend/admin/overview", holds: "The overview." },
  { path: "frontend/admin/setup", holds: "The checklist of a new shop." },
  { path: "frontend/admin/sync", holds: "Stripe sync." },
  { path: "frontend/admin/doctor", holds: "The doctor." },
  { path: "frontend/admin/messages", holds: "Messages to customers." },
  { path: "frontend/admin/settings", holds: "Settings." },
  { path: "frontend/admin/developers", holds: "API keys, webhooks, the feed." },
  { path: "frontend/admin/team", holds: "The team." },
  {
    path: "frontend/admin/notifications",
    holds: "The notifications that each member gets by email.",
  },
  { path: "frontend/admin/events", holds: "Events." },
  { path: "frontend/admin/links", holds: "Permanent links." },
  { path: "frontend/admin/discounts", holds: "Discounts." },
  {
    path: "frontend/admin/products",
    holds: "Products, prices, benefits, and their content on one screen.",
  },
  { path: "frontend/admin/pages", holds: "Members' and free pages." },
  { path: "frontend/admin/files", holds: "Files and uploads." },
  { path: "frontend/admin/licenses", holds: "License keys." },
  {
    path: "frontend/admin/statements",
    holds: "Withdrawals and cancellations, and the decisions about them.",
  },
  { path: "frontend/admin/invoices", holds: "Files for the tax return." },
  { path: "frontend/admin/customers", holds: "Customers." },
  { path: "frontend/admin/subscriptions", holds: "Subscriptions." },
  { path: "frontend/admin/orders", holds: "Orders and refunds." },
  { path: "frontend/admin/link-parts", holds: "What other sections show of permanent links." },
  {
    path: "frontend/admin/statement-list",
    holds: "Lists of withdrawals and cancellations, for several screens.",
  },
  { path: "frontend/admin/benefits", holds: "Choosing a benefit, by its type." },
  { path: "frontend/admin/audit", holds: "The audit log." },
  {
    path: "frontend/admin/translations",
    holds: "The seller's texts in the other languages of the shop.",
  },
  {
    path: "frontend/admin/editor",
    holds: "Markdown texts with their pictures and preview; choosing and uploading pictures.",
  },
  {
    path: "frontend/admin/share-pictures",
    holds: "Pictures of shared links, drawn in the seller's browser.",
  },
  {
    path: "frontend/admin/list",
    holds: "Tables and lists: search, filters, views, summary, export.",
    never: "a section",
  },
  {
    path: "frontend/admin/bulk",
    holds: "What is done to several rows of a list at once.",
    never: "a section",
  },
  {
    path: "frontend/admin/form",
    holds: "Forms: values, errors, saving, unsaved changes.",
    never: "a section",
  },
  {
    path: "frontend/admin/frame",
    holds: "The frame of a page, and the paths of all pages.",
    never: "a section",
  },
  {
    path: "frontend/shop",
    holds: "What visitors and users see, a folder for each screen.",
    never: "imports from admin",
  },
  { path: "frontend/shop/legal", holds: "A legal page." },
  { path: "frontend/shop/pages", holds: "A members' page, or a free one." },
  { path: "frontend/shop/storefront", holds: "The shop and a product." },
  { path: "frontend/shop/gifts", holds: "A gift that is given by a secret link." },
  { path: "frontend/shop/checkout", holds: "Back from Checkout." },
  { path: "frontend/shop/library", holds: "The library." },
  { path: "frontend/shop/billing", holds: "Billing." },
  { path: "frontend/shop/account", holds: "The account." },
  { path: "frontend/shop/sign-in", holds: "Signing in and out." },
  { path: "frontend/shop/catalog", holds: "Covers and prices, wherever they are shown." },
  { path: "frontend/shell", holds: "Header, footer, loading and error states.", never: "a screen" },
  { path: "frontend/build", holds: "Vite plugins." },
  { path: "frontend/pages.ts", holds: "The pages outside the console: path, module, messages." },
  { path: "frontend/paths.ts", holds: "Every URL of the shop." },
  { path: "frontend/ui", holds: "Buttons, fields, dialogs, formats.", never: "requests" },
  { path: "frontend/messages", holds: "What errors say." },
  { path: "frontend/i18n", holds: "The language of a page: its messages and its formats." },
  { path: "frontend/http", holds: "The typed client; queries that several screens share." },
  { path: "frontend/styles", holds: "Reset, tokens, base styles." },
];

const folders = [...worker, ...frontend];

/**
 * The folder of a file, by its path from the project's root; undefined for tests, their tools, and files that are in
 * none.
 */
export function folderOf(file: string): Folder | undefined {
  if (isOutside(file)) return undefined;
  let found: Folder | undefined;
  for (const folder of folders)
    if (
      (file === folder.path || file.startsWith(`${folder.path}/`)) &&
      folder.path.length > (found?.path.length ?? 0)
    )
      found = folder;
  return found;
}

/** The ways in. What two of them need is a domain below them. */
const doors = ["worker/api", "worker/admin", "worker/plain", "worker/site", "worker/shop"];

/** The door that a file is in. */
export const doorOf = (file: string) => doors.find((door) => file.startsWith(`${door}/`));

/** Tests and their tools may import anything. */
export function isOutside(file: string): boolean {
  return /\.(test|spec|scale|bench)\.|\/(testing|e2e)\/|\.d\.ts$|\.config\.ts$/.test(file);
}

/** Why a file may not stand where it is, or null where it may. */
export function findPlaceProblem(file: string): string | null {
  return isOutside(file) || folderOf(file) || !/^(worker|frontend)\//.test(file)
    ? null
    : "This file is in no folder of the list: move it, or add its folder to scripts/folder-order/folders.ts.";
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
  const [here, there] = [folderOf(from), folderOf(to)];
  if (!here) return null;
  if (!there)
    return `${here.path} may not import ${to}, which is in no folder of scripts/folder-order/folders.ts.`;
  if (from.startsWith("frontend/") && to.startsWith("worker/"))
    return isType || there.path === "worker/shared"
      ? null
      : "From the worker, the frontend imports types and worker/shared: use `import type`, or move a pure function to worker/shared.";
  const [door, otherDoor] = [doorOf(from), doorOf(to)];
  if (door && otherDoor && door !== otherDoor)
    return `${door} may not import ${otherDoor}: a door imports no other door. What both need is a domain below them.`;
  if (
    folders.indexOf(there) < folders.indexOf(here) ||
    (to.startsWith("frontend/") && from.startsWith("worker/"))
  )
    return `${here.path} may not import ${there.path}, which stands above it in scripts/folder-order/folders.ts: a folder imports only folders below it. Move what both need to a folder below them.`;
  return null;
}
