import type { Ctx } from "../../context.ts";
import type { OwnedBenefit } from "../benefits/strategies.ts";
import { showBenefits } from "../benefits/strategies.ts";
import { listGrantsEver } from "../grants/list-grants.ts";
import { accessTime } from "../grants/access-time.ts";
import { isInForce } from "../grants/policy.ts";
import { listOwned, type Owned } from "./list-owned.ts";

/** Something owned with what is in it, each thing ready to be used. */
export type LibraryEntry = Owned & { benefits: OwnedBenefit[] };

/** Everything the person owns or owned, what is in force first, then newest first. */
export async function showLibrary(ctx: Ctx, input: { userId: string }): Promise<LibraryEntry[]> {
  const owned = await listOwned(ctx, input);
  return withBenefits(ctx, input.userId, owned);
}

/** One entry of the library, with only what is in that; null where there is none of that id. */
export async function showLibraryEntry(
  ctx: Ctx,
  input: { userId: string; id: string },
): Promise<LibraryEntry | null> {
  const owned = (await listOwned(ctx, input)).filter(({ id }) => id === input.id);
  const [entry] = await withBenefits(ctx, input.userId, owned);
  return entry ?? null;
}

async function withBenefits(ctx: Ctx, userId: string, owned: Owned[]): Promise<LibraryEntry[]> {
  const [ever, now] = await Promise.all([listGrantsEver(ctx, { userId }), accessTime(ctx)]);
  const keyOf = (source: string, id: string) => `${source} ${id}`;
  const wanted = new Set(owned.map(({ source, id }) => keyOf(source, id)));
  const held = ever.filter(
    ({ grant }) => isInForce(grant, now) && wanted.has(keyOf(grant.sourceType, grant.sourceId)),
  );
  const shown = await showBenefits(ctx, held);
  const bySource = Map.groupBy(
    held.map(({ grant }, at) => ({ grant, benefit: shown[at]! })),
    ({ grant }) => keyOf(grant.sourceType, grant.sourceId),
  );
  return owned.map((entry) => ({
    ...entry,
    benefits: (bySource.get(keyOf(entry.source, entry.id)) ?? []).map(({ benefit }) => benefit),
  }));
}
