import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AuditAction } from "../../../worker/audit/actions.ts";
import type { SettingName } from "../../../worker/settings/store.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { consolePaths, developerPaths, linkPaths } from "../frame/console-paths.ts";
import { teamRoleNames } from "../frame/role-names.ts";

/** What a member or the system did, for every action of the audit log: an action without a sentence doesn't build. */
const sentences: Record<AuditAction, MessageDescriptor> = {
  "account.merged": msg`Merged this account into another one`,
  "account.received": msg`Merged another account into this one`,
  "api_key.created": msg`Created an API key`,
  "api_key.revoked": msg`Revoked an API key`,
  "api_key.rolled": msg`Replaced an API key`,
  "benefit.added": msg`Added a benefit to a product`,
  "benefit.removed": msg`Removed a benefit from a product`,
  "benefit.reordered": msg`Reordered the benefits of a product`,
  "benefit.updated": msg`Edited a benefit`,
  "gift.bought": msg`Bought a gift`,
  "gift.claimed": msg`Claimed a gift`,
  "gift.emailed": msg`Emailed a gift`,
  "gift.ended": msg`Ended a gift`,
  "gift.given": msg`Gave a gift`,
  "gift.restored": msg`Gave back a gift whose refund failed`,
  "gift.offered": msg`Offered a gift to someone without an account`,
  "purchase.claimed": msg`Signed in and took what was bought without an account`,
  "purchase.emailed": msg`Emailed the link to a purchase without an account`,
  "purchase.made": msg`Bought without signing in`,
  "customer.synced": msg`Synced a customer from Stripe`,
  "customer.updated": msg`Changed a customer’s external ID or metadata`,
  "discount.created": msg`Created a discount code`,
  "discount.ended": msg`Ended a discount code`,
  "dispute.answered": msg`Submitted evidence for a dispute`,
  "discount.renamed": msg`Renamed a discount`,
  "event.replayed": msg`Replayed a Stripe event`,
  "file.archived": msg`Archived a file`,
  "file.created": msg`Created a file`,
  "file.renamed": msg`Renamed a file`,
  "file.reordered": msg`Reordered the files of a download`,
  "file.restored": msg`Restored an archived file`,
  "file_version.added": msg`Added a version of a file`,
  "file_version.offered": msg`Restored a withdrawn version of a file`,
  "file_version.withdrawn": msg`Withdrew a version of a file`,
  "invitation.created": msg`Invited someone to the team`,
  "invitation.renewed": msg`Resent a team invitation`,
  "invitation.revoked": msg`Revoked a team invitation`,
  "license.device_removed": msg`Removed a device from a license key`,
  "license.disabled": msg`Disabled a license key`,
  "license.enabled": msg`Enabled a license key`,
  "license.handed_out": msg`Assigned imported license keys to waiting customers`,
  "license.imported": msg`Imported license keys`,
  "license.revealed": msg`Viewed a whole license key`,
  "license.rotated": msg`Replaced a license key`,
  "list.exported": msg`Exported a list as CSV`,
  "email.resent": msg`Resent an email to a customer`,
  "tag.added": msg`Tagged a customer`,
  "tag.removed": msg`Removed a tag from a customer`,
  "message.created": msg`Wrote a message to customers`,
  "message.deleted": msg`Deleted a draft of a message`,
  "message.sent": msg`Sent a message to customers`,
  "message.stopped": msg`Stopped sending a message`,
  "message.updated": msg`Edited a message to customers`,
  "note.added": msg`Added a note about a customer`,
  "note.removed": msg`Deleted a note about a customer`,
  "note.updated": msg`Edited a note about a customer`,
  "notifications.updated": msg`Changed a member’s email notifications`,
  "order.refund_unanswered": msg`Tried to refund an order; Stripe didn’t respond`,
  "order.refunded": msg`Refunded an order`,
  "outage.ended": msg`Ended outage mode`,
  "outage.started": msg`Started outage mode`,
  "page.archived": msg`Archived a page`,
  "page.attached": msg`Added a page to a benefit`,
  "page.created": msg`Created a page`,
  "page.detached": msg`Removed a page from a benefit`,
  "page.published": msg`Published a page`,
  "page.updated": msg`Edited a page`,
  "payment_alert.dismissed": msg`Dismissed a payment alert`,
  "permanent_link.created": msg`Created a permanent link`,
  "permanent_link.updated": msg`Edited a permanent link`,
  "price.added": msg`Added a price`,
  "price.archived": msg`Archived a price`,
  "price.offered": msg`Restored an archived price`,
  "price.removed": msg`Removed a price from a draft`,
  "price_move.started": msg`Started moving subscribers to a new price`,
  "price_move.retried": msg`Retried failed moves of subscribers`,
  "price_move.canceled": msg`Stopped moving subscribers to a new price`,
  "product.archived": msg`Archived a product`,
  "product.changed_at_stripe": msg`Changed a product in Stripe`,
  "product.created": msg`Created a product`,
  "product.imported": msg`Imported a product from Stripe`,
  "product.moved": msg`Changed the order of products`,
  "product.published": msg`Published a product`,
  "product.unpublished": msg`Unpublished a product`,
  "product.updated": msg`Edited a product`,
  "rebuild.paused": msg`Paused the rebuild from Stripe`,
  "rebuild.resumed": msg`Resumed the rebuild from Stripe`,
  "rebuild.started": msg`Started a rebuild from Stripe`,
  "seat.claimed": msg`Took a seat`,
  "seat.ended": msg`Ended a seat`,
  "seat.manager_changed": msg`Changed who manages seats`,
  "seat.own_changed": msg`Changed the buyer’s own seat`,
  "seats.fewer_chosen": msg`Chose whose seats end if there are fewer`,
  "seats.given": msg`Invited people to seats`,
  "seats.domain_changed": msg`Changed an email domain that gives seats`,
  "seats.link_changed": msg`Changed the link that gives seats`,
  "session.ended": msg`Signed a user out`,
  "settings.updated": msg`Changed settings`,
  "statement.accepted": msg`Accepted a withdrawal or cancellation`,
  "statement.assigned": msg`Assigned a withdrawal or cancellation to a purchase`,
  "statement.refused": msg`Refused a withdrawal or cancellation`,
  "subscription.cancellation_scheduled": msg`Scheduled the cancellation of a subscription`,
  "subscription.cancellation_undone": msg`Resumed a subscription`,
  "subscription.discount_changed": msg`Changed the discount of a subscription`,
  "subscription.pause_ended": msg`Ended the pause of a subscription`,
  "subscription.offer_taken": msg`Took the offer to keep a subscription`,
  "subscription.paused": msg`Paused a subscription`,
  "subscription.payment_requested": msg`Emailed a payment link to a subscriber`,
  "subscription.payment_retried": msg`Retried the payment of a subscription`,
  "subscription.plan_changed": msg`Changed the plan of a subscription`,
  "subscription.trial_extended": msg`Extended the free trial of a subscription`,
  "subscription.ended": msg`Canceled a subscription immediately`,
  "subscription.refund_unanswered": msg`Tried to refund a subscription; Stripe didn’t respond`,
  "subscription.refunded": msg`Refunded a payment of a subscription`,
  "sweep.started": msg`Started a comparison with Stripe`,
  "team_member.joined": msg`Joined the team`,
  "team_member.left": msg`Left the team`,
  "team_member.updated": msg`Changed a team member’s role`,
  "test_email.requested": msg`Sent a test email`,
  "webhook_endpoint.created": msg`Added a webhook endpoint`,
  "webhook_endpoint.deleted": msg`Deleted a webhook endpoint`,
  "webhook_endpoint.deliveries_retried": msg`Resent deliveries to a webhook endpoint`,
  "webhook_endpoint.secret_rolled": msg`Replaced the signing secret of a webhook endpoint`,
  "webhook_endpoint.stopped": msg`Stopped a webhook endpoint`,
  "webhook_endpoint.updated": msg`Edited a webhook endpoint`,
};

/** What earlier versions recorded. */
const formerSentences: Record<string, MessageDescriptor> = {
  "product.picture_drawn": msg`Updated the share picture of a product`,
};

/** Returns the sentence of an action, or the action itself if nobody knows it any more. */
export function describeAuditAction(i18n: I18n, action: string): string {
  const known: Record<string, MessageDescriptor> = { ...formerSentences, ...sentences };
  return Object.hasOwn(known, action) ? i18n._(known[action]!) : action;
}

/** Lists all actions with their sentences, sorted by sentence. */
export function listAuditActionOptions(i18n: I18n): { value: string; label: string }[] {
  return Object.entries(sentences)
    .map(([value, sentence]) => ({ value, label: i18n._(sentence) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale));
}

const systemActors: Record<string, MessageDescriptor> = {
  cron: msg`Scheduled job`,
  "email-link": msg`Link in an email`,
  "sign-in": msg`Sign-in`,
  visitor: msg`Visitor`,
};

/** Returns who acted. Deleted users have no name. */
export function describeAuditActor(
  i18n: I18n,
  entry: {
    actorType: "user" | "key" | "system";
    actorId: string;
    actorName: string | null;
  },
): string {
  const { actorType, actorId, actorName } = entry;
  if (actorName !== null) return actorName;
  if (actorType === "user") return i18n._(msg`Deleted user`);
  if (actorType === "key") return i18n._(msg`API key`);
  const actor = actorId.endsWith("-sync") ? msg`Stripe sync` : systemActors[actorId];
  return actor ? i18n._(actor) : actorId;
}

const settingTargets: Record<SettingName, { label: MessageDescriptor; href: string }> = {
  shop: { label: msg`Shop`, href: consolePaths.settings },
  storefront: { label: msg`Storefront`, href: consolePaths.settings },
  languages: { label: msg`Languages`, href: consolePaths.settings },
  legal: { label: msg`Legal pages`, href: consolePaths.legalSettings },
  legal_more: { label: msg`Legal pages`, href: consolePaths.legalSettings },
  policy: { label: msg`Access policy`, href: consolePaths.accessSettings },
  trials: { label: msg`Free trials`, href: consolePaths.accessSettings },
  checkout: { label: msg`Checkout`, href: consolePaths.accessSettings },
  win_back: { label: msg`Win-back offer`, href: consolePaths.accessSettings },
  emails: { label: msg`Emails`, href: consolePaths.emailSettings },
  consent: { label: msg`Consent at checkout`, href: consolePaths.legalSettings },
  e_invoices: { label: msg`E-invoices`, href: consolePaths.taxSettings },
  tax: { label: msg`Tax`, href: consolePaths.taxSettings },
  law: { label: msg`Law`, href: consolePaths.lawSettings },
  developers: { label: msg`Developers`, href: developerPaths.settings },
  setup: { label: msg`Setup`, href: consolePaths.setup },
  releases: { label: msg`Newer versions`, href: consolePaths.doctor },
};

type Target = {
  label: MessageDescriptor;
  toPath?: (id: string) => string;
  /** The field that names it. */
  nameField?: string;
};

/** The objects by the prefix of their ids, and where they are shown: on a page of their own, or in a list. */
const targets: Record<string, Target> = {
  prd: { label: msg`Product`, toPath: consolePaths.product, nameField: "name" },
  bnf: { label: msg`Benefit` },
  prc: { label: msg`Price` },
  lnp: { label: msg`Permanent link`, toPath: (id) => linkPaths.link(id), nameField: "name" },
  promo: { label: msg`Discount code`, toPath: () => consolePaths.discounts, nameField: "code" },
  ord: { label: msg`Order`, toPath: consolePaths.order },
  sub: { label: msg`Subscription`, toPath: consolePaths.subscription },
  stm: { label: msg`Withdrawal or cancellation`, toPath: consolePaths.statement },
  usr: { label: msg`Customer`, toPath: consolePaths.customer },
  cmp: { label: msg`Gift` },
  lic: { label: msg`License key`, toPath: consolePaths.license },
  fil: {
    label: msg`File`,
    toPath: (id) => `${consolePaths.allFiles}?search=${id}`,
    nameField: "name",
  },
  fiv: { label: msg`Version of a file` },
  pag: { label: msg`Page`, toPath: consolePaths.page, nameField: "title" },
  evt: { label: msg`Stripe event`, toPath: consolePaths.event },
  whe: { label: msg`Webhook endpoint`, toPath: developerPaths.endpoint, nameField: "url" },
  key: { label: msg`API key`, toPath: () => developerPaths.apiKeys, nameField: "name" },
  inv: { label: msg`Invitation`, toPath: () => consolePaths.team, nameField: "email" },
};

type AuditChange = {
  action: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The names that the shop knows now. */
  target?: { name: string | null; userName: string | null };
};

/** What a change is about. `kind` says what it is, and whose; null where the label does. */
type AuditTarget = { label: string; kind: string | null; href: string | null };

/**
 * Returns the name of the changed object, or if nobody knows it, its kind; and the path of its page, null if it has
 * none.
 */
export function describeAuditTarget(i18n: I18n, entry: AuditChange): AuditTarget {
  const { action, targetId, target: known } = entry;
  const setting =
    action === "settings.updated" ? settingTargets[targetId as SettingName] : undefined;
  if (setting) return { label: i18n._(setting.label), kind: null, href: setting.href };
  const [prefix = "", rest] = targetId.split("_", 2);
  const target = rest === undefined ? undefined : targets[prefix];
  if (!target) return { label: describeAuditField(i18n, targetId), kind: null, href: null };
  const owner = known?.userName ?? null;
  const name = known?.name ?? findName(entry, prefix) ?? (prefix === "usr" ? owner : null);
  const kind = i18n._(target.label);
  return {
    label: name ?? kind,
    kind:
      owner !== null && prefix !== "usr"
        ? i18n._(msg`${kind} of ${owner}`)
        : name === null
          ? null
          : kind,
    href: target.toPath?.(targetId) ?? null,
  };
}

/** Benefits and prices are parts of a product: their entries name the part, and not the product. */
function findName({ action, before, after }: AuditChange, prefix: string): string | null {
  const field = targets[prefix]?.nameField;
  const isPart = prefix === "prd" && !action.startsWith("product.");
  const name = field && !isPart ? (after?.[field] ?? before?.[field]) : undefined;
  return typeof name === "string" && name !== "" ? name : null;
}

const roles: Record<string, MessageDescriptor> = { ...teamRoleNames, buyer: msg`no role` };

/** Returns the sentence of an entry, with what the entry knows: amounts, roles, and what was changed. */
export function describeAuditChange(i18n: I18n, entry: AuditChange): string {
  const { action, before, after } = entry;
  const sentence = describeAuditAction(i18n, action);
  const amount = findAmount(i18n, entry);
  if (amount !== null && action === "order.refunded")
    return i18n._(msg`Refunded ${amount} of an order`);
  if (amount !== null && action === "subscription.refunded")
    return i18n._(msg`Refunded ${amount} of a subscription`);
  if (amount !== null && action === "price.added") return i18n._(msg`Added a price of ${amount}`);
  const [from, to] = [before, after].map((fields) => roles[String(fields?.["role"])]);
  if (from && to && action === "team_member.updated")
    return i18n._(msg`Changed a team member’s role from ${i18n._(from)} to ${i18n._(to)}`);
  const isEdit = action.endsWith(".updated");
  const names = isEdit
    ? listChangedFields(entry).map((name) => describeAuditField(i18n, name))
    : [];
  return names.length === 0 ? sentence : `${sentence}: ${formatsOf(i18n).listValues(names)}`;
}

/** The amount of a refund or a price. */
function findAmount(i18n: I18n, { before, after }: AuditChange): string | null {
  const currency = after?.["currency"];
  if (typeof currency !== "string") return null;
  const [from, to] = [
    before?.["refundedMinor"],
    after?.["refundedMinor"] ?? after?.["amountMinor"],
  ];
  if (typeof to !== "number") return null;
  return formatsOf(i18n).money(to - (typeof from === "number" ? from : 0), currency, "exact");
}

/** Lists the fields that an entry has values of and that are not the same before and after the change. */
export function listChangedFields({ before, after }: Pick<AuditChange, "before" | "after">) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
}

/** What fields are called on the screens where they are changed. */
const fieldNames: Record<string, MessageDescriptor> = {
  line: msg`Short description`,
  tagline: msg`Short description`,
  slug: msg`URL`,
  supportEmail: msg`Support email`,
  timeZone: msg`Time zone`,
  accent: msg`Color`,
  accentDark: msg`Color in dark mode`,
  logoSaysName: msg`The logo contains the shop’s name`,
  image: msg`Picture`,
  planGroup: msg`Plan group`,
  addOns: msg`Add-ons`,
  parts: msg`Included products`,
  taxCode: msg`Tax code`,
  refundedMinor: msg`Refunded in total`,
  amountMinor: msg`Amount`,
  discountMinor: msg`Discount`,
  endsAt: msg`Ends`,
  expiresAt: msg`Expires`,
  maxPurchases: msg`Purchases at most`,
  promotionCodeId: msg`Discount code`,
  successUrl: msg`Page after the payment`,
  productId: msg`Product`,
  userId: msg`Customer`,
  benefitId: msg`Benefit`,
  isFree: msg`Free for everyone`,
  isComplete: msg`Complete`,
  handOut: msg`Assigned to waiting customers`,
  oneTrialPerCard: msg`One free trial per card`,
  renewalNoticeDays: msg`Notice before a renewal`,
  upgradePriceId: msg`Upgrade`,
  checkoutReminderHours: msg`Email about a left checkout`,
  automatic: msg`Calculate tax automatically`,
  behavior: msg`Do new prices include tax?`,
  collectTaxIds: msg`Collect tax IDs from businesses`,
  requireBillingAddress: msg`Require a billing address`,
  soldByLink: msg`Link sells for you (merchant of record)`,
  ask: msg`Required consent`,
  seller: msg`Your country`,
  buyers: msg`Countries of your buyers`,
  default: msg`Default language`,
  offered: msg`Offered`,
  vatId: msg`VAT ID or tax number`,
  postalCode: msg`Postal code`,
  externalId: msg`External ID`,
  metadata: msg`Metadata`,
  buyersPause: msg`Can customers pause their subscription?`,
};

/** Returns the name of a changed field as its screen says it, else in words: `activationLimit` is "Activation limit". */
export function describeAuditField(i18n: I18n, field: string): string {
  const name = Object.hasOwn(fieldNames, field) ? fieldNames[field] : undefined;
  if (name) return i18n._(name);
  const words = field
    // A text of a file in another language: its value says which file.
    .replace(/:fi[lv]_[0-9a-z]{26}/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats a changed value: amounts with their currency, times as dates, and yes or no. */
export function describeAuditValue(i18n: I18n, entry: AuditChange, field: string, value: unknown) {
  const formats = formatsOf(i18n);
  const currency = entry.after?.["currency"] ?? entry.before?.["currency"];
  if (typeof value === "number" && field.endsWith("Minor") && typeof currency === "string")
    return formats.money(value, currency, "exact");
  if (typeof value === "number" && field.endsWith("At")) return formats.dateTime(value);
  if (typeof value === "boolean") return i18n._(value ? msg`Yes` : msg`No`);
  if (value === null || value === "") return i18n._(msg`None`);
  return typeof value === "string" ? value : JSON.stringify(value);
}
