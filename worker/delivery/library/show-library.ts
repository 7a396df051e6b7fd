import type { Ctx } from "../../context.ts";
import {
  mapProductSummariesOfUser,
  type ProductSummary,
} from "../../catalog/map-product-summaries.ts";
import { showBenefits, type LibraryBenefit } from "../benefits/strategies.ts";
import { isInForce } from "../../in-force.ts";
import { buildTimeline, type TimelineFacts } from "../../purchases/timeline/timeline.ts";
import type { TimelineEntry } from "../../purchases/timeline/timeline-entry.ts";
import {
  mapResubscriptions,
  type Resubscription,
} from "../../purchases/subscriptions/map-resubscriptions.ts";
import {
  listUpgradesOf,
  listUpgradeTargetsOf,
  type Upgrade,
  type UpgradeTargets,
} from "../../purchases/orders/list-upgrades.ts";
import { isKeptByOutageMode } from "./is-kept-by-outage-mode.ts";
import { toLibraryItems, type LibraryItem } from "./list-library-items.ts";
import { readTimelineFacts } from "./read-timeline-facts.ts";

/**
 * A library item with its usable benefits and its timeline, newest first. `isKeptByOutageMode`: it opens although its
 * purchase no longer gives access; see `isKeptByOutageMode`.
 */
export type LibraryEntry = LibraryItem & {
  isKeptByOutageMode: boolean;
  /** Whether the user can have the email of it sent again. */
  canEmail: boolean;
  /** How to subscribe again after it has ended, or on from a gift with an end; null if that is not possible. */
  again: Pick<Resubscription, "slug" | "priceId" | "quantity"> | null;
  /** The larger product that the user can upgrade to, and at which difference; null if there is none. */
  upgrade: Upgrade | null;
  benefits: LibraryBenefit[];
  timeline: TimelineEntry[];
};

/** Everything that a user has, as it was read, and the products of it. */
export type Library = TimelineFacts & {
  products: ReadonlyMap<string, ProductSummary>;
  /** What the larger products are that the user's products lead to. */
  targets: UpgradeTargets;
};

/**
 * Returns everything the user has or had access to: active entries first, then newest first. What they bought for others
 * is on their billing page.
 */
export async function showLibrary(ctx: Ctx, input: { userId: string }): Promise<LibraryEntry[]> {
  const library = await readLibrary(ctx, input);
  const own = library.orders.filter(({ giftId }) => giftId === null);
  return buildEntries(ctx, { ...library, orders: own }, library);
}

/** Returns one library entry, of the first product of its purchase; null if the user has none with this id. */
export async function findLibraryEntry(
  ctx: Ctx,
  input: { userId: string; id: string },
): Promise<LibraryEntry | null> {
  const [entry] = await showLibraryEntries(ctx, input);
  return entry ?? null;
}

/**
 * Returns the library entries of one purchase or gift, one for each product.
 * @param input.isPresentOnly leaves the timelines empty
 */
export async function showLibraryEntries(
  ctx: Ctx,
  input: { userId: string; id: string; isPresentOnly?: boolean },
): Promise<LibraryEntry[]> {
  const entries = await listEntriesOf(ctx, await readLibrary(ctx, input), input.id);
  return input.isPresentOnly ? entries.map((entry) => ({ ...entry, timeline: [] })) : entries;
}

/** Does the same for a library that was already read. */
export async function listEntriesOf(
  ctx: Ctx,
  library: Library,
  id: string,
): Promise<LibraryEntry[]> {
  const hasId = (row: { id: string }) => row.id === id;
  const part = {
    ...library,
    orders: library.orders.filter(hasId),
    subscriptions: library.subscriptions.filter(hasId),
    gifts: library.gifts.filter(hasId),
    grants: library.grants.filter(({ grant }) => grant.sourceId === id),
  };
  return buildEntries(ctx, part, library);
}

/**
 * Reads everything that the user has, for entries of it.
 * @param input.isPresentOnly leaves out what only the timelines need
 */
export async function readLibrary(
  ctx: Ctx,
  input: { userId: string; isPresentOnly?: boolean },
): Promise<Library> {
  const [facts, products, targets] = await Promise.all([
    readTimelineFacts(ctx, input),
    mapProductSummariesOfUser(ctx, input),
    // Emails offer none.
    input.isPresentOnly ? [] : listUpgradeTargetsOf(ctx, input),
  ]);
  return { ...facts, products, targets };
}

/** @param all everything that the user has, of which `facts` may be a part */
async function buildEntries(ctx: Ctx, facts: Library, all: Library): Promise<LibraryEntry[]> {
  const inForce = facts.grants.filter(({ grant }) => isInForce(grant, facts.now));
  const items = toLibraryItems(facts, facts.products);
  const [shown, resubscriptions, upgrades] = await Promise.all([
    showBenefits(ctx, inForce),
    mapResubscriptions(ctx, all),
    listUpgradesOf(ctx, all),
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
      again: findAgain(resubscriptions.get(entry.sourceId), entry),
      upgrade: upgrades.find(({ orderId }) => orderId === entry.id) ?? null,
      isKeptByOutageMode: isKeptByOutageMode(ctx, entry, benefits.length > 0),
      canEmail: entry.access.active && ctx.config.auth.emailSender !== undefined,
      benefits: benefits.map(({ benefit }) => benefit),
      timeline: timelineOf.get(entry.sourceId) ?? [],
    };
  });
}

/** Only the first product of a subscription can be subscribed to again. */
function findAgain(
  again: Resubscription | undefined,
  { product }: LibraryItem,
): LibraryEntry["again"] {
  if (again?.productId !== product.id) return null;
  const { slug, priceId, quantity } = again;
  return { slug, priceId, quantity };
}
