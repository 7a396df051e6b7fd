import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { listOwned, type Owned } from "../../delivery/library/list-library-items.ts";
import { countBelongings, findPair, type MergePair } from "./store-merge.ts";
import { listCustomersOfUser } from "../../sync/customer/store.ts";

type Account = { id: string; name: string | null; email: string | null; emailVerified: boolean };

/** What merging two accounts would do. It cannot be undone. */
export type MergePreview = {
  from: Account;
  into: Account;
  /** What moves, by kind; `sessions` end, and `openCheckouts` of both are closed unpaid. */
  moves: Awaited<ReturnType<typeof countBelongings>>;
  /** The Stripe customer that is kept in sync beside the one that goes on buying. */
  becomesSecondary: boolean;
  /** What both have now, so that the person has it twice afterward: nothing of it is ended or refunded. */
  bothHave: string[];
};

/**
 * The two accounts, where they may be merged.
 * @throws `invalid_input` for one account twice; `not_found` where one is not there or not active;
 *   `merge_team_member`: who merges into a team member's account could sign in as that one
 */
export async function findMergeable(
  ctx: Ctx,
  pair: MergePair,
): Promise<{ from: Account; into: Account }> {
  if (pair.fromId === pair.intoId)
    throw fail("invalid_input", {
      fields: [{ path: "fromId", message: "This is the same account. Name the other one." }],
    });
  const people = await findPair(ctx.db, pair);
  const [from, into] = [pair.fromId, pair.intoId].map((id) =>
    people.find((person) => person.id === id && person.status === "active"),
  );
  if (!from || !into) throw fail("not_found", { reason: "no such active person" });
  if (from.role !== "buyer" || into.role !== "buyer") throw fail("merge_team_member");
  return { from: toAccount(from), into: toAccount(into) };
}

/** @throws as `findMergeable` */
export async function previewMerge(ctx: Ctx, pair: MergePair): Promise<MergePreview> {
  const people = await findMergeable(ctx, pair);
  const { mode } = ctx.config.stripe;
  const [moves, fromOwns, intoOwns, fromCustomers, intoCustomers] = await Promise.all([
    countBelongings(ctx.db, pair.fromId),
    listOwned(ctx, { userId: pair.fromId }),
    listOwned(ctx, { userId: pair.intoId }),
    listCustomersOfUser(ctx.db, pair.fromId, mode),
    listCustomersOfUser(ctx.db, pair.intoId, mode),
  ]);
  const had = new Set(intoOwns.filter(isActive).map(groupOf));
  const bothHave = fromOwns
    .filter((entry) => isActive(entry) && had.has(groupOf(entry)))
    .map(({ product }) => product.name);
  return {
    ...people,
    moves,
    becomesSecondary: fromCustomers.length > 0 && intoCustomers.length > 0,
    bothHave: [...new Set(bothHave)],
  };
}

const isActive = ({ access }: Owned) => access.active;
const groupOf = ({ product }: Owned) => product.exclusiveGroup ?? product.id;

function toAccount({ id, name, email, emailVerified }: Account): Account {
  return { id, name, email, emailVerified };
}
