import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { foldText } from "../../../worker/shared/fold-text.ts";
import type { Role } from "../../../worker/shared/roles.ts";
import { consolePaths, developerPaths, giveAccessPath, linkPaths } from "../frame/console-paths.ts";
import { startsNearly } from "./starts-nearly.ts";
import { canOpen, sectionList } from "../frame/section-list.ts";
import type { Entry } from "./results.ts";

/** A page or an action. `words`: other words that find it. */
type Place = { href: string; title: MessageDescriptor; words: MessageDescriptor };

/** Other words that find a section. */
const sectionWords: Record<(typeof sectionList)[number]["name"], MessageDescriptor> = {
  overview: msg`home dashboard revenue figures mrr churn retention conversion analytics export`,
  products: msg`prices benefits catalog`,
  files: msg`downloads uploads`,
  pages: msg`members content`,
  discounts: msg`coupons promotion codes vouchers`,
  links: msg`buy links checkout qr code campaign utm button`,
  customers: msg`users buyers accounts export csv`,
  licenses: msg`serials activations`,
  orders: msg`purchases payments refunds sales disputes chargebacks export csv`,
  subscriptions: msg`renewals memberships cancel churn dunning past due export csv`,
  statements: msg`statements revocation refund law`,
  invoices: msg`e-invoice accounting daily totals export`,
  stripeEvents: msg`webhooks replay failed`,
  notifications: msg`emails alerts digest sale dispute`,
  doctor: msg`checks health problems`,
  auditLog: msg`history changes`,
  general: msg`settings shop name logo color brand`,
  team: msg`members roles invite`,
  developers: msg`api quickstart`,
};

const place = (href: string, title: MessageDescriptor, words: MessageDescriptor): Place => ({
  href,
  title,
  words,
});

/** What the search can start. */
export const actions: Place[] = [
  place(consolePaths.newProduct, msg`New product`, msg`create add sell`),
  place(consolePaths.newPage, msg`New page`, msg`create add write`),
  place(consolePaths.newDiscount, msg`New discount code`, msg`create add coupon code`),
  place(linkPaths.new({}), msg`New permanent link`, msg`create add buy qr code`),
  place(giveAccessPath, msg`Give access to a customer`, msg`gift grant free`),
  place(consolePaths.team, msg`Invite a team member`, msg`add role colleague`),
  place(consolePaths.importProducts, msg`Import products from Stripe`, msg`add`),
  place(consolePaths.importLicenses, msg`Import license keys`, msg`add csv stock`),
  place(developerPaths.newApiKey, msg`New API key`, msg`create add token secret`),
  place(developerPaths.newEndpoint, msg`New webhook endpoint`, msg`create add`),
];

/** The pages that the search leads to. */
export const pages: Place[] = [
  ...sectionList.map(({ name, label, href }) => place(href, label, sectionWords[name])),
  place(consolePaths.messages, msg`Messages`, msg`customers newsletter broadcast email write`),
  place(consolePaths.waitingGifts, msg`Waiting gifts`, msg`customers offers unclaimed take back`),
  place(consolePaths.legalSettings, msg`Legal pages`, msg`settings terms privacy imprint`),
  place(consolePaths.setup, msg`Set up your shop`, msg`checklist go live first steps`),
  place(consolePaths.accessSettings, msg`Access`, msg`settings policy grace refund`),
  place(consolePaths.emailSettings, msg`Emails`, msg`settings emails sender`),
  place(consolePaths.taxSettings, msg`Tax`, msg`settings vat`),
  place(consolePaths.lawSettings, msg`Law`, msg`settings countries consumer withdrawal rules`),
  place(consolePaths.stripeSync, msg`Stripe sync`, msg`rebuild sweep outage mirror`),
  place(consolePaths.allFiles, msg`All files`, msg`downloads`),
  place(developerPaths.apiKeys, msg`API keys`, msg`developers tokens`),
  place(developerPaths.webhooks, msg`Webhook endpoints`, msg`developers deliveries`),
  place(developerPaths.feed, msg`Event feed`, msg`developers events`),
  place(developerPaths.settings, msg`Developer settings`, msg`developers retention`),
];

/**
 * Returns the places that the role may open and that have every word of the text; if there is none, those that have them
 * with one typing error each. What is named exactly so comes first.
 */
export function findPlaces(i18n: I18n, places: Place[], role: Role, text: string): Entry[] {
  const typed = foldText(text).split(/\s+/).filter(Boolean);
  const known = places
    .filter(({ href }) => canOpen(role, href))
    .map(({ href, title, words }) => ({
      entry: { href, title: i18n._(title) },
      // Words count from their start: "tax" isn't in "syntax".
      words: foldText(`${i18n._(title)} ${i18n._(words)}`).split(" "),
    }));
  const find = (isMeant: (word: string, typedWord: string) => boolean) =>
    known
      .filter(({ words }) => typed.every((each) => words.some((word) => isMeant(word, each))))
      .map(({ entry }) => entry);
  const found = find((word, each) => word.startsWith(each));
  const isExact = ({ title }: Entry) => Number(foldText(title) === typed.join(" "));
  return found.length > 0 ? found.toSorted((a, b) => isExact(b) - isExact(a)) : find(startsNearly);
}
