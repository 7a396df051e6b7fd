import type { AuditAction } from "../../../worker/audit/actions.ts";
import { consolePaths, developerPaths } from "./console-paths.ts";

/** What somebody did, for every action of the audit log: an action without a sentence doesn't build. */
const sentences: Record<AuditAction, string> = {
  "account.merged": "Merged this account into another one",
  "account.received": "Merged another account into this one",
  "api_key.created": "Created an API key",
  "api_key.revoked": "Revoked an API key",
  "api_key.rolled": "Replaced an API key",
  "benefit.added": "Added a benefit to a product",
  "benefit.removed": "Removed a benefit from a product",
  "benefit.reordered": "Reordered the benefits of a product",
  "benefit.updated": "Edited a benefit",
  "comp.claimed": "Claimed a gift",
  "comp.ended": "Ended a gift",
  "comp.given": "Gave a product as a gift",
  "comp.offered": "Offered a gift to somebody without an account",
  "discount.created": "Created a discount",
  "discount.ended": "Ended a discount",
  "event.replayed": "Replayed a Stripe event",
  "file.archived": "Archived a file",
  "file.created": "Created a file",
  "file.renamed": "Renamed a file",
  "file.reordered": "Reordered the files of a download",
  "file.restored": "Restored an archived file",
  "file_version.added": "Added a version of a file",
  "file_version.offered": "Offered a withdrawn version of a file again",
  "file_version.withdrawn": "Withdrew a version of a file",
  "invitation.created": "Invited somebody to the team",
  "invitation.renewed": "Sent an invitation to the team again",
  "invitation.revoked": "Withdrew an invitation to the team",
  "license.device_removed": "Removed a device from a license key",
  "license.disabled": "Disabled a license key",
  "license.enabled": "Enabled a license key",
  "license.handed_out": "Gave keys in stock to waiting buyers",
  "license.imported": "Imported license keys",
  "license.rotated": "Replaced a license key",
  "list.exported": "Exported a list as CSV",
  "order.refund_unanswered": "Tried to refund an order; Stripe did not answer",
  "order.refunded": "Refunded an order",
  "outage.ended": "Ended outage mode",
  "outage.started": "Started outage mode",
  "page.archived": "Archived a page",
  "page.attached": "Added a page to a benefit",
  "page.created": "Created a page",
  "page.detached": "Removed a page from a benefit",
  "page.published": "Published a page",
  "page.updated": "Edited a page",
  "payment_alert.dismissed": "Dismissed an alert about a payment",
  "price.added": "Added a price",
  "price.archived": "Archived a price",
  "price.offered": "Offered an archived price again",
  "price_move.started": "Started moving subscribers to a new price",
  "price_move.retried": "Retried moves of subscribers that had failed",
  "price_move.canceled": "Stopped moving subscribers to a new price",
  "product.archived": "Archived a product",
  "product.changed_at_stripe": "Changed a product at Stripe",
  "product.created": "Created a product",
  "product.imported": "Imported a product from Stripe",
  "product.moved": "Moved a product in the shop",
  "product.picture_drawn": "Updated the picture of a product’s shared links",
  "product.published": "Published a product",
  "product.unpublished": "Unpublished a product",
  "product.updated": "Edited a product",
  "rebuild.started": "Started a rebuild from Stripe",
  "session.ended": "Signed a user out",
  "settings.updated": "Changed settings",
  "subscription.cancellation_scheduled": "Scheduled the cancellation of a subscription",
  "subscription.cancellation_undone": "Undid the cancellation of a subscription",
  "subscription.ended": "Ended a subscription",
  "subscription.refund_unanswered": "Tried to refund a subscription; Stripe did not answer",
  "subscription.refunded": "Refunded a payment of a subscription",
  "sweep.started": "Started a comparison with Stripe",
  "team_member.joined": "Joined the team",
  "team_member.left": "Left the team",
  "team_member.updated": "Changed a team member’s role",
  "test_mail.requested": "Sent a test email",
  "webhook_endpoint.created": "Added a webhook endpoint",
  "webhook_endpoint.deleted": "Deleted a webhook endpoint",
  "webhook_endpoint.deliveries_retried": "Retried deliveries to a webhook endpoint",
  "webhook_endpoint.secret_rolled": "Replaced the secret of a webhook endpoint",
  "webhook_endpoint.stopped": "Stopped a webhook endpoint",
  "webhook_endpoint.updated": "Edited a webhook endpoint",
};

/** Returns the sentence of an action, or the action itself if an older version of the shop recorded it. */
export function describeAuditAction(action: string): string {
  return Object.hasOwn(sentences, action) ? sentences[action as AuditAction] : action;
}

/** All actions with their sentences, sorted by sentence. */
export const auditActionOptions = Object.entries(sentences)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label, "en"));

const jobNames: Record<string, string> = {
  cron: "A scheduled job",
  "sign-in": "Sign-in",
  visitor: "A visitor",
};

/** Returns who acted. Deleted users have no name. */
export function describeAuditActor(entry: {
  actorType: "user" | "key" | "system";
  actorId: string;
  actorName: string | null;
}): string {
  const { actorType, actorId, actorName } = entry;
  if (actorName !== null) return actorName;
  if (actorType === "user") return "Deleted user";
  if (actorType === "key") return "An API key";
  return jobNames[actorId] ?? (actorId.endsWith("-sync") ? "The sync with Stripe" : actorId);
}

const settingTargets: Record<string, { label: string; href: string }> = {
  shop: { label: "Shop", href: consolePaths.settings },
  legal: { label: "Legal pages", href: consolePaths.legalSettings },
  policy: { label: "Access policy", href: consolePaths.accessSettings },
  trials: { label: "Free trials", href: consolePaths.accessSettings },
  mails: { label: "Mails", href: consolePaths.mailSettings },
  tax: { label: "Tax", href: consolePaths.taxSettings },
  developers: { label: "Developers", href: developerPaths.settings },
};

/** The objects by the prefix of their ids, and where they are shown: on a page of their own, or in a list. */
const targets: Record<string, { label: string; toPath?: (id: string) => string }> = {
  prd: { label: "Product", toPath: consolePaths.product },
  bnf: { label: "Benefit" },
  prc: { label: "Price" },
  promo: { label: "Discount", toPath: () => consolePaths.discounts },
  ord: { label: "Order", toPath: consolePaths.order },
  sub: { label: "Subscription", toPath: consolePaths.subscription },
  usr: { label: "Customer", toPath: consolePaths.customer },
  cmp: { label: "Gift" },
  lic: { label: "License key", toPath: consolePaths.license },
  fil: { label: "File", toPath: (id) => `${consolePaths.allFiles}?search=${id}` },
  fiv: { label: "Version of a file" },
  pag: { label: "Page", toPath: consolePaths.page },
  evt: { label: "Stripe event", toPath: consolePaths.event },
  whe: { label: "Webhook endpoint", toPath: developerPaths.endpoint },
  key: { label: "API key", toPath: () => developerPaths.apiKeys },
  inv: { label: "Invitation", toPath: () => consolePaths.team },
};

type AuditChange = {
  action: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/**
 * Returns the name of the changed object, as far as the entry knows it, otherwise what it is; and where it is shown,
 * null if nowhere.
 */
export function describeAuditTarget(entry: AuditChange): { label: string; href: string | null } {
  const { action, targetId } = entry;
  const setting = action === "settings.updated" ? settingTargets[targetId] : undefined;
  if (setting) return setting;
  const [prefix = "", rest] = targetId.split("_", 2);
  const target = rest === undefined ? undefined : targets[prefix];
  if (!target) return { label: targetId, href: null };
  return {
    label: findName(entry, prefix) ?? target.label,
    href: target.toPath?.(targetId) ?? null,
  };
}

/** The fields that name an object, by the prefix of its id. */
const nameFields: Record<string, string> = {
  prd: "name",
  fil: "name",
  pag: "title",
  inv: "email",
  key: "name",
  promo: "code",
  whe: "url",
};

/** Benefits and prices are parts of a product: their entries name the part, and not the product. */
function findName({ action, before, after }: AuditChange, prefix: string): string | null {
  const field = nameFields[prefix];
  const isPart = prefix === "prd" && !action.startsWith("product.");
  const name = field && !isPart ? (after?.[field] ?? before?.[field]) : undefined;
  return typeof name === "string" && name !== "" ? name : null;
}

/** Returns the name of a changed field in words: `activationLimit` is "activation limit". */
export function describeAuditField(field: string): string {
  return field
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}
