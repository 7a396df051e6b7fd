import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { newId } from "../lib/ids.ts";
import type { AuditAction } from "./actions.ts";
import { insertEntry, insertEntryAfterChange, type AuditEntryRow } from "./store.ts";

/** How much of an id is not its time. */
const RANDOM_LENGTH = 16;

/** A change to be recorded. `before` and `after` hold what changed, and no secrets. */
export type Change = {
  action: AuditAction;
  targetId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /**
   * For what happened at Stripe, where whoever asks again finds it done: Stripe's id of it and the time, in unix
   * milliseconds. The entry is written once.
   */
  once?: { key: string; at: number };
};

/** The audit entry of a change, for the batch that makes it. */
export function recordChange(ctx: Ctx, change: Change): Statement {
  return insertEntry(ctx.db, toEntry(ctx, change));
}

/** The same, of a change that may turn out to be none: written only where the statement right before it changed a row. */
export function recordChangeMade(ctx: Ctx, change: Change): Statement {
  return insertEntryAfterChange(ctx.db, toEntry(ctx, change));
}

function toEntry(ctx: Ctx, change: Change): AuditEntryRow {
  const { actor } = ctx;
  return {
    id: change.once ? idOfOnce(change.once) : newId("aud", ctx.now),
    actorType: actor.type === "user" ? "user" : "system",
    actorId: actor.type === "user" ? actor.userId : actor.type === "system" ? actor.job : "visitor",
    action: change.action,
    targetId: change.targetId,
    before: change.before ?? null,
    after: change.after ?? null,
    requestId: ctx.requestId,
    createdAt: ctx.now,
  };
}

/** An id that sorts by time as the others do and is the same each time. */
function idOfOnce({ key, at }: NonNullable<Change["once"]>): string {
  const time = newId("aud", at).slice(0, -RANDOM_LENGTH);
  return time + sha256Hex(key).slice(0, RANDOM_LENGTH);
}
