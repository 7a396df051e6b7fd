import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { restoreRows } from "./store.ts";

/**
 * Lists a customer's mirrored rows. If one that is at Stripe is missing, the purchase is new or its row was lost: then
 * lost rows are restored from the history first, so that they keep their ids and what only we know about them.
 * @param input.stripeIds what Stripe has
 * @param input.adopt the write that assigns restored rows to the customer whose they are at Stripe
 */
export async function listWithLost<Row>(
  ctx: Ctx,
  input: {
    userId: string;
    stripeIds: string[];
    list: () => Promise<Row[]>;
    stripeIdOf: (row: Row) => string;
    adopt: Statement;
  },
): Promise<Row[]> {
  const rows = await input.list();
  const known = new Set(rows.map(input.stripeIdOf));
  if (input.stripeIds.every((id) => known.has(id))) return rows;
  await commit(ctx.db, [...restoreRows(ctx.config.stripe.mode, [input.userId]), input.adopt]);
  return input.list();
}
