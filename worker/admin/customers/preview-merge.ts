import type { Ctx } from "../../context.ts";
import { fail, failAt } from "../../errors.ts";
import { listLibraryItems, type LibraryItem } from "../../delivery/library/list-library-items.ts";
import { countUserData, type MergePair } from "../../account/store.ts";
import { listUsersById } from "../../identity/store-profile.ts";
import { listStripeCustomersOfUser } from "../../sync/customer/store.ts";
import { pick } from "../../lib/pick.ts";

/**
 * Returns the two accounts if they can be merged.
 * @throws `invalid_input` for the same account twice; `not_found` if one is missing or not active; `merge_team_member`,
 *   because merging into a team member's account would allow signing in as that member
 */
export async function requireMergeableAccounts(ctx: Ctx, pair: MergePair) {
  if (pair.fromId === pair.intoId)
    throw failAt("fromId", "This is the same account. Choose another one.");
  const users = await listUsersById(ctx.db, [pair.fromId, pair.intoId]);
  const [from, into] = [pair.fromId, pair.intoId].map((id) =>
    users.find((user) => user.id === id && user.status === "active"),
  );
  if (!from || !into) throw fail("not_found", { reason: "no such active user" });
  if (from.role !== "buyer" || into.role !== "buyer") throw fail("merge_team_member");
  const shown = ["id", "name", "email", "emailVerified"] as const;
  return { from: pick(from, shown), into: pick(into, shown) };
}

/**
 * Returns what a merge would do, without changing anything. A merge cannot be undone.
 * @throws as `requireMergeableAccounts`
 */
export async function previewMerge(ctx: Ctx, pair: MergePair) {
  const accounts = await requireMergeableAccounts(ctx, pair);
  const { mode } = ctx.config.stripe;
  const [moves, fromOwns, intoOwns, fromCustomers, intoCustomers] = await Promise.all([
    countUserData(ctx.db, pair.fromId),
    listLibraryItems(ctx, { userId: pair.fromId }),
    listLibraryItems(ctx, { userId: pair.intoId }),
    listStripeCustomersOfUser(ctx.db, pair.fromId, mode),
    listStripeCustomersOfUser(ctx.db, pair.intoId, mode),
  ]);
  const had = new Set(intoOwns.filter(isActive).map(groupOf));
  const ownedByBoth = fromOwns
    .filter((entry) => isActive(entry) && had.has(groupOf(entry)))
    .map(({ product }) => product.name);
  return {
    ...accounts,
    /** What moves, by kind. Exceptions: `sessions` end, and the `openCheckouts` of both are closed unpaid. */
    moves,
    /** True if both have a Stripe customer: the moved one stays in sync, but new purchases use the other. */
    becomesSecondary: fromCustomers.length > 0 && intoCustomers.length > 0,
    /** Products that both have, so the user has them twice after the merge. None of them is ended or refunded. */
    ownedByBoth: [...new Set(ownedByBoth)],
  };
}

const isActive = ({ access }: LibraryItem) => access.active;
const groupOf = ({ product }: LibraryItem) => product.planGroup ?? product.id;
