import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { accessFromComp } from "../../access/policy.ts";
import { rewriteGrants, type GrantSource } from "./rewrite-grants.ts";
import { assertCompGiven, listCompsOfUser, type CompRow } from "../../access/store.ts";

/** A gift as a source of grants. */
export function sourceOfComp(comp: CompRow, now: number): GrantSource {
  return {
    type: "manual",
    id: comp.id,
    products: [{ id: comp.productId, quantity: comp.quantity }],
    access: accessFromComp(comp, now),
  };
}

/**
 * A person's gifts as sources of grants, and what must stand first in the batch that writes those: no lease serializes
 * gifts, so the batch fails as a whole where one was taken back meanwhile.
 */
export async function listCompSources(
  ctx: Ctx,
  input: { userId: string },
): Promise<{ sources: GrantSource[]; asserts: Statement[] }> {
  const comps = await listCompsOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  return {
    sources: comps.map((comp) => sourceOfComp(comp, ctx.now)),
    asserts: comps
      .filter((comp) => comp.endedAt === null)
      .map((comp) => assertCompGiven(ctx.db, comp.id)),
  };
}

/**
 * Makes the grants of a person's gifts follow from the gifts and the catalog again. A sync does so too, but who never
 * paid is never synced: this is for after a product was edited.
 */
export async function rewriteCompGrants(ctx: Ctx, input: { userId: string }): Promise<void> {
  const { sources, asserts } = await listCompSources(ctx, input);
  const grants = await rewriteGrants(ctx, { userId: input.userId, sources });
  if (grants.length > 0) await commit(ctx.db, [...asserts, ...grants]);
}
