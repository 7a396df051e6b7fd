import type { Ctx } from "../../context.ts";
import { showBenefits, type OwnedBenefit } from "../benefits/strategies.ts";
import { isInForce } from "../../access/policy.ts";
import {
  explainTimeline,
  type TimelineEntry,
  type TimelineFacts,
} from "../../purchases/timeline/timeline.ts";
import { nameOwned, type Owned } from "./list-library-items.ts";
import { readTimelineFacts } from "./show-timeline.ts";

/** Something owned with what is in it, each thing ready to be used, and what happened to it, newest first. */
export type LibraryEntry = Owned & { benefits: OwnedBenefit[]; timeline: TimelineEntry[] };

/** Everything the person owns or owned, what is in force first, then newest first. */
export async function showLibrary(ctx: Ctx, input: { userId: string }): Promise<LibraryEntry[]> {
  return showFacts(ctx, await readTimelineFacts(ctx, input));
}

/** One entry of the library, with only what is in that; null where there is none of that id. */
export async function showLibraryEntry(
  ctx: Ctx,
  input: { userId: string; id: string },
): Promise<LibraryEntry | null> {
  const facts = await readTimelineFacts(ctx, input);
  const isIt = ({ id }: { id: string }) => id === input.id;
  const [entry] = await showFacts(ctx, {
    ...facts,
    orders: facts.orders.filter(isIt),
    subscriptions: facts.subscriptions.filter(isIt),
    comps: facts.comps.filter(isIt),
    grants: facts.grants.filter(({ grant }) => grant.sourceId === input.id),
  });
  return entry ?? null;
}

async function showFacts(ctx: Ctx, facts: TimelineFacts): Promise<LibraryEntry[]> {
  const live = facts.grants.filter(({ grant }) => isInForce(grant, facts.now));
  const [owned, shown] = await Promise.all([nameOwned(ctx, facts), showBenefits(ctx, live)]);
  const benefitsOf = Map.groupBy(
    live.map(({ grant }, at) => ({ source: grant.sourceId, benefit: shown[at]! })),
    ({ source }) => source,
  );
  const timelineOf = Map.groupBy(explainTimeline(facts), ({ source }) => source.id);
  return owned.map((entry) => ({
    ...entry,
    benefits: (benefitsOf.get(entry.id) ?? []).map(({ benefit }) => benefit),
    timeline: timelineOf.get(entry.id) ?? [],
  }));
}
