import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { insertEntry } from "./store.ts";

/** A change to be recorded. `action` is `object.verb`; `before` and `after` hold what changed, and no secrets. */
export type Change = {
  action: `${string}.${string}`;
  targetId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** The audit entry of a change, for the batch that makes it. */
export function recordChange(ctx: Ctx, change: Change): Statement {
  const { actor } = ctx;
  return insertEntry(ctx.db, {
    id: newId("aud", ctx.now),
    actorType: actor.type === "user" ? "user" : "system",
    actorId: actor.type === "user" ? actor.userId : actor.type === "system" ? actor.job : "visitor",
    action: change.action,
    targetId: change.targetId,
    before: change.before ?? null,
    after: change.after ?? null,
    requestId: ctx.requestId,
    createdAt: ctx.now,
  });
}
