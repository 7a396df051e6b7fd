import { identifyActor, type Ctx } from "../context.ts";
import { toQuery, type Database, type Statement } from "../db/client.ts";
import { listTablesOf, selectChangesText, type HowMany, type Source } from "./changes.ts";
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

export type UserKind =
  | Exclude<FeedKind, "product" | "statement">
  | Exclude<InternalKind, "imported_key">;

/** What changes with a gift or a seat: it, and what it gives. */
export const GIFT_KINDS: UserKind[] = ["gift", "grant", "license", "entitlement"];

/**
 * What may have changed: what one or more users have, products, statements, unused claims, or license keys. Keys without
 * a user are no objects of the API; they are recorded for the shop alone.
 */
export type Subject =
  | { userId: string | string[]; kinds?: UserKind[] }
  /** Only what these writes may have changed. */
  | { userId: string; changes: Statement[] }
  | { productId: string | string[] }
  | { statementId: string }
  | { claimId: string | string[] }
  | { licenseId: string | string[] }
  | { licenseKeyHash: string };

/**
 * Returns the statements that write the events of a change. Put them last into the batch of the change: they compare
 * the objects as they are then with the newest event of each, and insert an event for each difference. An object that
 * did not change gets no event, so it is safe to name a user whose objects may have stayed the same.
 * @param subject.kinds only these kinds, in this order; all of them by default
 * @param subject.changes the writes of the batch that may change objects of the user. Only kinds that depend on a table
 *   that one of them writes are compared; none if nothing is written.
 */
export function recordEvents(ctx: Ctx, subject: Subject): Statement[] {
  ctx.feed.mayHaveNewEvents = true;
  const actor = identifyActor(ctx);
  const { sources, ids } = resolveSubject(ctx, subject);
  if (sources.length === 0 || ids.length === 0) return [];
  const { mode } = ctx.config.stripe;
  const isOne = ids.length === 1;
  const given = isOne ? ids[0] : JSON.stringify(ids);
  const params = [ctx.now, mode, given, actor.type, actor.id, ctx.requestId];
  const text = insertText(sources, isOne ? "one" : "several");
  return [{ toSQL: () => ({ sql: text, params }) }];
}

/** Returns which objects to compare, and the ids that their query takes. */
export function resolveSubject(
  { db }: Pick<Ctx, "db">,
  subject: Subject,
): { sources: Source[]; ids: string[] } {
  if ("productId" in subject) return { sources: ["product"], ids: [subject.productId].flat() };
  if ("statementId" in subject) return { sources: ["statement"], ids: [subject.statementId] };
  if ("claimId" in subject) return { sources: ["unclaimed_gift"], ids: [subject.claimId].flat() };
  if ("licenseId" in subject)
    return { sources: ["license_by_id"], ids: [subject.licenseId].flat() };
  if ("licenseKeyHash" in subject)
    return { sources: ["license_by_hash"], ids: [subject.licenseKeyHash] };
  if ("changes" in subject)
    return { sources: findChanged(db, subject.changes), ids: [subject.userId] };
  return { sources: subject.kinds ?? USER_KINDS, ids: [subject.userId].flat() };
}

const WRITE = /^\s*(INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+"?(\w+)/i;

/** A checkout has the ids of these, which change with a new one alone. */
const NAMED_IN_CHECKOUTS = new Set(["orders", "subscriptions"]);

/**
 * Returns what to compare after these writes: the kinds whose queries read a table that is written. A write of another
 * form counts as one of everything. Grants are never deleted here, so every entitlement that changes has one.
 */
function findChanged(db: Database, changes: Statement[]): Source[] {
  const writes = changes.map((change) => {
    const [, verb, table] = WRITE.exec(toQuery(db, change).sql) ?? [];
    return { table, isUpdate: verb?.toUpperCase() === "UPDATE" };
  });
  return USER_KINDS.map((kind) => (kind === "entitlement" ? "granted_entitlement" : kind)).filter(
    (source) => {
      const tables = listTablesOf(source);
      return writes.some(
        ({ table, isUpdate }) =>
          table === undefined ||
          (tables.has(table) &&
            !(isUpdate && source === "checkout" && NAMED_IN_CHECKOUTS.has(table))),
      );
    },
  );
}

const insertTexts = new Map<string, string>();

/** The text of a statement is the same in every batch with these sources, so it is made once. */
function insertText(sources: Source[], howMany: HowMany): string {
  const key = `${howMany} ${sources.join(" ")}`;
  let text = insertTexts.get(key);
  if (text === undefined) {
    const changes = sources.map(
      (source, at) => `SELECT ${at} AS kind, * FROM (${selectChangesText(source, howMany)})`,
    );
    text = `INSERT INTO feed_events
      (mode, type, object_id, user_id, data, actor_type, actor_id, request_id, created_at)
      SELECT ?2, type, object_id, user_id, data, ?4, ?5, ?6, ?1 FROM (${unite(changes)})
      ORDER BY kind, object_id, place`;
    insertTexts.set(key, text);
  }
  return text;
}

/** D1 refuses more terms in one compound SELECT. */
const MAX_TERMS = 5;

/** Returns a query of the rows of all these queries, of any number. */
function unite(queries: string[]): string {
  if (queries.length <= MAX_TERMS) return queries.join(" UNION ALL ");
  const groups = [];
  for (let start = 0; start < queries.length; start += MAX_TERMS)
    groups.push(`SELECT * FROM (${unite(queries.slice(start, start + MAX_TERMS))})`);
  return unite(groups);
}
