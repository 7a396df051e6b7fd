import { identifyActor, type Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { newId } from "../lib/ids.ts";
import type { AuditAction } from "./actions.ts";
import { insertEntry, insertEntryIfChanged, type AuditEntryRow } from "./store.ts";

/** Number of random characters in an id, after the time. */
const RANDOM_LENGTH = 16;

/** A change to record. `before` and `after` hold only the changed fields, and no secrets. */
export type Change = {
  action: AuditAction;
  targetId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /**
   * For changes made at Stripe, which a retry finds already done: an id from Stripe and the time of the change in unix
   * milliseconds. The entry is written only once.
   */
  idempotency?: { key: string; at: number };
};

/** Returns the statement that writes a change's audit entry. Commit it in the same batch as the change. */
export function recordChange(ctx: Ctx, change: Change): Statement {
  return insertEntry(ctx.db, toEntry(ctx, change));
}

/** Like `recordChange`, but writes the entry only if the previous statement in the batch changed a row. */
export function recordChangeIfApplied(ctx: Ctx, change: Change): Statement {
  return insertEntryIfChanged(toEntry(ctx, change));
}

function toEntry(ctx: Ctx, change: Change): AuditEntryRow {
  const actor = identifyActor(ctx);
  return {
    id: change.idempotency ? toIdempotentId(change.idempotency) : newId("aud", ctx.now),
    actorType: actor.type,
    actorId: actor.id,
    action: change.action,
    targetId: change.targetId,
    before: change.before ?? null,
    after: change.after ?? null,
    requestId: ctx.requestId,
    createdAt: ctx.now,
  };
}

/** Derives an id from the key, so a repeated insert has the same id. Like other ids, it sorts by time. */
function toIdempotentId({ key, at }: NonNullable<Change["idempotency"]>): string {
  const time = newId("aud", at).slice(0, -RANDOM_LENGTH);
  return time + sha256Hex(key).slice(0, RANDOM_LENGTH);
}
