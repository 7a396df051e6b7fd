import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { recordEvents, type Subject } from "../../feed/record-events.ts";
import { defineCursor } from "../cursors/store.ts";
import { restoreUsersWithLostKeys } from "../restore/restore-lost.ts";
import { listIdsAfter, walkedLists, type WalkedList } from "./store.ts";

/** Each page is one batch. */
const PAGE = 100;

/** How far the walk is: after this id of this list. `run` is different for each walk; `list` is null at the end. */
type WalkState = { run: string; list: WalkedList | null; after: string };

const cursor = defineCursor<WalkState>("feed-walk");

/**
 * Returns the write that starts the walk from the beginning, also if one is running. The walk compares every product
 * and everything that every user has with the feed, and writes the missing events. Put it into the batch of a change
 * that affects more users than a batch can record.
 */
export function restartFeedWalk(ctx: Ctx): Statement {
  return cursor.save(ctx, { run: ctx.requestId, list: walkedLists[0], after: "" });
}

/**
 * Starts the walk, unless one is running. Once a night it finds what was not recorded: the objects of a shop that is
 * older than the feed, and expired claims. It also returns license keys whose rows were lost.
 */
export async function startFeedWalk(ctx: Ctx): Promise<void> {
  const state = await cursor.read(ctx);
  if (!state?.list) await commit(ctx.db, [restartFeedWalk(ctx)]);
}

/** Continues a running walk for at most `pages` pages. */
export async function continueFeedWalk(ctx: Ctx, input: { pages: number }): Promise<void> {
  for (let page = 0; page < input.pages; page++) {
    const state = await cursor.read(ctx);
    if (!state?.list) return;
    const { list, after } = state;
    const ids = await listIdsAfter(ctx.db, { list, after, limit: PAGE });
    const next: WalkState =
      ids.length < PAGE
        ? { ...state, list: walkedLists[walkedLists.indexOf(list) + 1] ?? null, after: "" }
        : { ...state, after: ids.at(-1) ?? after };
    if (list === "users") await restoreUsersWithLostKeys(ctx, { userIds: ids });
    await commit(ctx.db, [
      ...recordEvents(ctx, toSubject(list, ids)),
      // If the walk was restarted meanwhile, it stays at its beginning.
      cursor.advance(ctx, state, next),
    ]);
  }
}

function toSubject(list: WalkedList, ids: string[]): Subject {
  switch (list) {
    case "products":
      return { productId: ids };
    case "claims":
      return { claimId: ids };
    case "users":
      return { userId: ids };
  }
}
