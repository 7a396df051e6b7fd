import { identifyActor, type Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { selectChangesText, type Source } from "./changes.ts";
import type { FeedKind, InternalKind } from "./event-types.ts";

/** What a user has: the kinds of objects that are compared with the feed, in the order of their events. */
const USER_KINDS: UserKind[] = [
  "customer",
  "checkout",
  "order",
  "subscription",
  "gift",
  "closure",
  "grant",
  "license",
  "entitlement",
];

export type UserKind = Exclude<FeedKind, "product"> | Exclude<InternalKind, "imported_key">;

/**
 * What may have changed: what one or more users have, products, unused claims, or license keys. Keys without a user are
 * no objects of the API; they are recorded for the shop alone.
 */
export type Subject =
  | { userId: string | string[]; kinds?: UserKind[] }
  | { productId: string | string[] }
  | { claimId: string | string[] }
  | { licenseId: string | string[] }
  | { licenseKeyHash: string };

/**
 * Returns the statements that write the events of a change. Put them last into the batch of the change: they compare
 * the objects as they are then with the newest event of each, and insert an event for each difference. An object that
 * did not change gets no event, so it is safe to name a user whose objects may have stayed the same.
 * @param subject.kinds only these kinds, in this order; all of them by default
 */
export function recordEvents(ctx: Ctx, subject: Subject): Statement[] {
  ctx.feed.mayHaveNewEvents = true;
  const actor = identifyActor(ctx);
  const { sources, ids } = resolveSubject(subject);
  const { mode } = ctx.config.stripe;
  const params = [ctx.now, mode, JSON.stringify(ids), actor.type, actor.id, ctx.requestId];
  return sources.map((source) => ({ toSQL: () => ({ sql: insertText(source), params }) }));
}

/** Returns which objects to compare, and the ids that their query takes. */
export function resolveSubject(subject: Subject): { sources: Source[]; ids: string[] } {
  if ("productId" in subject) return { sources: ["product"], ids: [subject.productId].flat() };
  if ("claimId" in subject) return { sources: ["unclaimed_gift"], ids: [subject.claimId].flat() };
  if ("licenseId" in subject)
    return { sources: ["license_by_id"], ids: [subject.licenseId].flat() };
  if ("licenseKeyHash" in subject)
    return { sources: ["license_by_hash"], ids: [subject.licenseKeyHash] };
  return { sources: subject.kinds ?? USER_KINDS, ids: [subject.userId].flat() };
}

const insertTexts = new Map<Source, string>();

/** The text of a statement is the same in every batch, so it is made once. */
function insertText(source: Source): string {
  let text = insertTexts.get(source);
  if (text === undefined) {
    text = `INSERT INTO feed_events
      (mode, type, object_id, user_id, data, actor_type, actor_id, request_id, created_at)
      SELECT ?2, type, object_id, user_id, data, ?4, ?5, ?6, ?1 FROM (${selectChangesText(source)})
      ORDER BY object_id, place`;
    insertTexts.set(source, text);
  }
  return text;
}
