import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { foldText } from "../../../worker/lib/fold-text.ts";
import type { Role } from "../../../worker/lib/roles.ts";
import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import { canOpen, sectionList } from "../frame/section-list.ts";
import type { Entry } from "./entries.ts";

/** A page or an action. `words`: other words that find it. */
type Place = { href: string; title: MessageDescriptor; words: MessageDescriptor };

/** Other words that find a section. */
const sectionWords: Record<(typeof sectionList)[number]["name"], MessageDescriptor> = {
  overview: msg`home dashboard revenue figures mrr`,
  products: msg`prices benefits catalog`,
  files: msg`downloads uploads`,
  pages: msg`members content`,
  discounts: msg`coupons promotion`,
  customers: msg`users buyers accounts`,
  licenses: msg`serials activations`,
  orders: msg`purchases payments refunds sales`,
  subscriptions: msg`renewals memberships cancel`,
  stripeEvents: msg`webhooks replay failed`,
  notifications: msg`emails alerts digest sale dispute`,
  doctor: msg`checks health problems`,
  auditLog: msg`history changes`,
  general: msg`settings shop name logo color brand`,
  team: msg`members roles invite`,
  developers: msg`api quickstart`,
};

const actions: Place[] = [
  { href: consolePaths.newProduct, title: msg`New product`, words: msg`create add sell` },
  { href: consolePaths.newPage, title: msg`New page`, words: msg`create add write` },
  {
    href: consolePaths.newDiscount,
    title: msg`New discount code`,
    words: msg`create add coupon code`,
  },
  {
    href: consolePaths.customers,
    title: msg`Give access to a customer`,
    words: msg`gift grant free`,
  },
  { href: consolePaths.team, title: msg`Invite a team member`, words: msg`add role colleague` },
  { href: consolePaths.importProducts, title: msg`Import products from Stripe`, words: msg`add` },
  { href: consolePaths.importLicenses, title: msg`Import license keys`, words: msg`add csv stock` },
  { href: developerPaths.newApiKey, title: msg`New API key`, words: msg`create add token secret` },
  { href: developerPaths.newEndpoint, title: msg`New webhook endpoint`, words: msg`create add` },
];

const pages: Place[] = [
  ...sectionList.map(({ name, label, href }) => ({
    href,
    title: label,
    words: sectionWords[name],
  })),
  {
    href: consolePaths.legalSettings,
    title: msg`Legal pages`,
    words: msg`settings terms privacy imprint`,
  },
  {
    href: consolePaths.setup,
    title: msg`Set up your shop`,
    words: msg`checklist go live first steps`,
  },
  {
    href: consolePaths.accessSettings,
    title: msg`Access`,
    words: msg`settings policy grace refund`,
  },
  { href: consolePaths.mailSettings, title: msg`Emails`, words: msg`settings emails sender` },
  { href: consolePaths.taxSettings, title: msg`Tax`, words: msg`settings vat` },
  { href: consolePaths.mirror, title: msg`Stripe sync`, words: msg`rebuild sweep outage mirror` },
  { href: consolePaths.allFiles, title: msg`All files`, words: msg`downloads` },
  { href: developerPaths.apiKeys, title: msg`API keys`, words: msg`developers tokens` },
  {
    href: developerPaths.webhooks,
    title: msg`Webhook endpoints`,
    words: msg`developers deliveries`,
  },
  { href: developerPaths.feed, title: msg`Event feed`, words: msg`developers events` },
  {
    href: developerPaths.settings,
    title: msg`Developer settings`,
    words: msg`developers retention`,
  },
];

/** Returns the actions that the role may take and that have every word of the text. */
export function findActions(i18n: I18n, role: Role, text: string): Entry[] {
  return find(i18n, actions, role, text);
}

/** Returns the pages that the role may open and that have every word of the text. */
export function findPages(i18n: I18n, role: Role, text: string): Entry[] {
  return find(i18n, pages, role, text);
}

function find(i18n: I18n, places: Place[], role: Role, text: string): Entry[] {
  const typed = foldText(text).split(/\s+/).filter(Boolean);
  return places
    .filter(({ href }) => canOpen(role, href))
    .map(({ href, title, words }) => ({ href, title: i18n._(title), words: i18n._(words) }))
    .filter(({ title, words }) => {
      // Words count from their start: "tax" isn't in "syntax".
      const known = foldText(`${title} ${words}`).split(" ");
      return typed.every((word) => known.some((each) => each.startsWith(word)));
    })
    .map(({ href, title }) => ({ href, title }));
}
