import type { Ctx } from "../../context.ts";
import { showBenefits, type LibraryBenefit } from "../benefits/strategies.ts";
import { isInForce } from "../../access/in-force.ts";
import { buildTimeline, type TimelineFacts } from "../../purchases/timeline/timeline.ts";
import type { TimelineEntry } from "../../purchases/timeline/timeline-entry.ts";
import { isHeldOpen } from "./is-held-open.ts";
import { toLibraryItems, type LibraryItem } from "./list-library-items.ts";
import { readTimelineFacts } from "./read-timeline-facts.ts";

/**
 * A library item with its usable benefits and its timeline, newest first. `isHeldOpen`: it opens although its purchase no
 * longer gives access; see `isHeldOpen`.
 */
export type LibraryEntry = LibraryItem & {
  isHeldOpen: boolean;
  benefits: LibraryBenefit[];
  timeline: TimelineEntry[];
};

/** Returns everything the user has or had access to: active entries first, then newest first. */
export async function showLibrary(ctx: Ctx, input: { userId: string }): Promise<LibraryEntry[]> {
  return buildEntries(ctx, await readTimelineFacts(ctx, input));
}

/** Returns one library entry, of the first product of its purchase; null if the user has none with this id. */
export async function showLibraryEntry(
  ctx: Ctx,
  input: { userId: string; id: string },
): Promise<LibraryEntry | null> {
  const [entry] = await showLibraryEntries(ctx, input);
  return entry ?? null;
}

/** Returns the library entries of one purchase or gift, one for each product. */
export async function showLibraryEntries(
  ctx: Ctx,
  input: { userId: string; id: string },
): Promise<LibraryEntry[]> {
  const facts = await readTimelineFacts(ctx, input);
  const matchesId = ({ id }: { id: string }) => id === input.id;
  return buildEntries(ctx, {
    ...facts,
    orders: facts.orders.filter(matchesId),
    subscriptions: facts.subscriptions.filter(matchesId),
    gifts: facts.gifts.filter(matchesId),
    grants: facts.grants.filter(({ grant }) => grant.sourceId === input.id),
  });
}

async function buildEntries(ctx: Ctx, facts: TimelineFacts): Promise<LibraryEntry[]> {
  const inForce = facts.grants.filter(({ grant }) => isInForce(grant, facts.now));
  const [items, shown] = await Promise.all([
    toLibraryItems(ctx, facts),
    showBenefits(ctx, inForce),
  ]);
  const benefitsOf = Map.groupBy(
    inForce.map(({ grant }, at) => ({ grant, benefit: shown[at]! })),
    ({ grant }) => grant.sourceId,
  );
  const timelineOf = Map.groupBy(buildTimeline(facts), ({ source }) => source.id);
  return items.map((entry) => {
    const benefits = (benefitsOf.get(entry.sourceId) ?? []).filter(
      ({ grant }) => grant.productId === entry.product.id,
    );
    return {
      ...entry,
      isHeldOpen: isHeldOpen(ctx, entry, benefits.length > 0),
      benefits: benefits.map(({ benefit }) => benefit),
      timeline: timelineOf.get(entry.sourceId) ?? [],
    };
  });
}
