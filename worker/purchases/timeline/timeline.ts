import type { GrantWithBenefit } from "../../access/strategy.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import type { GiftRow } from "../../access/store.ts";
import {
  stepsOfGift,
  stepsOfOrder,
  stepsOfSubscription,
  type TimelineStep,
  type TimelineCode,
  type TimelineDetails,
} from "./timeline-steps.ts";

/** All rows of one user. `now` is the time at which access is evaluated, in Unix milliseconds. */
export type TimelineFacts = {
  orders: OrderRow[];
  subscriptions: SubscriptionWithItems[];
  gifts: GiftRow[];
  /** Every grant the user ever had. */
  grants: GrantWithBenefit[];
  keys: LicenseKeyHistory[];
  downloads: DownloadHistory[];
  policy: AccessPolicy;
  now: number;
};

export type LicenseKeyHistory = {
  id: string;
  grantId: string | null;
  createdAt: number;
  rotatedAt: number | null;
  disabledAt: number | null;
};

export type DownloadHistory = {
  fileVersionId: string;
  benefitId: string;
  name: string;
  count: number;
  firstAt: number;
  lastAt: number;
};

type Source = { type: GrantWithBenefit["grant"]["sourceType"]; id: string };

type GrantRef = { grantId: string; name: string };

/**
 * One timeline entry and the grants that began or ended with it. `at` is null for a current state whose start is
 * unknown.
 */
export type TimelineEntry = {
  id: string;
  at: number | null;
  code: TimelineCode;
  source: Source;
  gave: GrantRef[];
  took: GrantRef[];
} & TimelineDetails;

/**
 * Builds the history of everything a user has or had, newest first. A pure function of our rows, so the result is the
 * same after a rebuild. Every grant begins with exactly one entry, and every grant no longer in force ends with exactly
 * one. Grants from sources that are not among the facts are skipped.
 */
export function buildTimeline(facts: TimelineFacts): TimelineEntry[] {
  const { policy, now } = facts;
  const grants = facts.grants.toSorted((a, b) => (a.grant.id < b.grant.id ? -1 : 1));
  const sources: { source: Source; steps: TimelineStep[]; currentProductIds: Set<string> }[] = [
    ...facts.orders.map((row) => ({
      source: { type: "order" as const, id: row.id },
      steps: stepsOfOrder(row),
      currentProductIds: new Set([row.productId]),
    })),
    ...facts.subscriptions.map((row) => ({
      source: { type: "subscription" as const, id: row.id },
      steps: stepsOfSubscription(row, policy, now),
      currentProductIds: new Set(row.items.flatMap(({ productId }) => productId ?? [])),
    })),
    ...facts.gifts.map((row) => ({
      source: { type: "manual" as const, id: row.id },
      steps: stepsOfGift(row, now),
      currentProductIds: new Set([row.productId]),
    })),
  ];
  const keyOf = ({ type, id }: Source) => `${type} ${id}`;
  const grantsBySource = Map.groupBy(grants, ({ grant }) =>
    keyOf({ type: grant.sourceType, id: grant.sourceId }),
  );
  const entries = sources.flatMap(({ source, steps, currentProductIds }) => {
    const ownGrants = grantsBySource.get(keyOf(source)) ?? [];
    return [
      ...assignGrants(source, steps, ownGrants, currentProductIds, now),
      ...keyEntries(source, ownGrants, facts.keys),
    ];
  });
  const knownSources = new Set(sources.map(({ source }) => keyOf(source)));
  const knownGrants = grants.filter(({ grant }) =>
    knownSources.has(keyOf({ type: grant.sourceType, id: grant.sourceId })),
  );
  return sortNewestFirst([...entries, ...downloadEntries(knownGrants, facts.downloads)]);
}

/** Turns the steps of one source into entries, each with the grants that began or ended with it. */
function assignGrants(
  source: Source,
  steps: TimelineStep[],
  grants: GrantWithBenefit[],
  currentProductIds: Set<string>,
  now: number,
): TimelineEntry[] {
  const entries = steps.map((step) => toEntry(source, step));
  const start = Math.min(...grants.map(({ grant }) => grant.grantedAt));
  const firstProducts = new Set(
    grants.flatMap(({ grant }) => (grant.grantedAt === start ? [grant.productId] : [])),
  );
  const openingEntry = entries.find((_, at) => steps[at]?.role === "opens");
  const closingEntries = entries.filter((_, at) => steps[at]?.role === "closes");
  /** Changes to a source that stayed active: a plan change, or an edit of the product. */
  const changes = new Map<string, TimelineEntry>();
  const changeEntryAt = (at: number, code: TimelineCode) => {
    const key = `${at} ${code}`;
    const entry = changes.get(key) ?? toEntry(source, { at, code });
    changes.set(key, entry);
    return entry;
  };
  const isOldPlan = (grant: GrantWithBenefit["grant"]) =>
    source.type === "subscription" && !currentProductIds.has(grant.productId);
  const planChangeTimes = new Set(
    grants.flatMap(({ grant }) => (isOldPlan(grant) ? (grantEndedAt(grant, now) ?? []) : [])),
  );
  for (const { grant, benefit } of grants) {
    const grantRef = { grantId: grant.id, name: benefit.name };
    const isOtherPlan =
      source.type === "subscription" &&
      (planChangeTimes.has(grant.grantedAt) || !firstProducts.has(grant.productId));
    const grantingEntry =
      grant.grantedAt === start && openingEntry
        ? openingEntry
        : changeEntryAt(grant.grantedAt, isOtherPlan ? "plan_changed" : "benefit_added");
    grantingEntry.gave.push(grantRef);

    const endedAt = grantEndedAt(grant, now);
    if (endedAt === null) continue;
    const revokingEntry =
      findClosingEntry(closingEntries, endedAt, now) ??
      changeEntryAt(endedAt, isOldPlan(grant) ? "plan_changed" : "benefit_removed");
    revokingEntry.took.push(grantRef);
  }
  const sortedChanges = [...changes.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return [...entries, ...sortedChanges];
}

function grantEndedAt(grant: GrantWithBenefit["grant"], now: number): number | null {
  if (grant.revokedAt !== null) return grant.revokedAt;
  return grant.endsAt !== null && grant.endsAt <= now ? grant.endsAt : null;
}

/**
 * Returns the entry that ended a grant: the latest closing step at or before `endedAt`. A closing step with an unknown
 * time, or a time ahead of our clock (as with Stripe's test clocks), counts as before.
 */
function findClosingEntry(
  closingEntries: TimelineEntry[],
  endedAt: number,
  now: number,
): TimelineEntry | undefined {
  const timeOf = ({ at }: TimelineEntry) => (at === null || at > now ? -Infinity : at);
  return closingEntries
    .filter((entry) => timeOf(entry) <= endedAt)
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .at(-1);
}

function keyEntries(
  source: Source,
  grants: GrantWithBenefit[],
  keys: LicenseKeyHistory[],
): TimelineEntry[] {
  return grants.flatMap(({ grant, benefit: { name } }) => {
    const ofGrant = keys
      .filter(({ grantId }) => grantId === grant.id)
      .toSorted((a, b) => a.createdAt - b.createdAt);
    const [first] = ofGrant;
    if (!first) return [];
    // An imported key may be older than the grant it was assigned to.
    const issuedAt = Math.max(first.createdAt, grant.grantedAt);
    return [
      toEntry(source, { at: issuedAt, code: "key_issued", details: { name } }, first.id),
      ...ofGrant.flatMap(({ id, rotatedAt, disabledAt }) => [
        ...(disabledAt === null
          ? []
          : [toEntry(source, { at: disabledAt, code: "key_disabled", details: { name } }, id)]),
        ...(rotatedAt === null
          ? []
          : [toEntry(source, { at: rotatedAt, code: "key_rotated", details: { name } }, id)]),
      ]),
    ];
  });
}

/** Lists each download once, under the oldest grant of its benefit. */
function downloadEntries(
  grants: GrantWithBenefit[],
  downloads: DownloadHistory[],
): TimelineEntry[] {
  const oldestFirst = grants.toSorted(
    (a, b) => a.grant.grantedAt - b.grant.grantedAt || (a.grant.id < b.grant.id ? -1 : 1),
  );
  return downloads.flatMap(({ fileVersionId, benefitId, name, count, lastAt: at }) => {
    const firstGrant = oldestFirst.find(({ benefit }) => benefit.id === benefitId);
    if (!firstGrant) return [];
    const source = { type: firstGrant.grant.sourceType, id: firstGrant.grant.sourceId };
    return [toEntry(source, { at, code: "downloaded", details: { name, count } }, fileVersionId)];
  });
}

function toEntry(
  source: Source,
  { at, code, details }: TimelineStep,
  idPrefix = source.id,
): TimelineEntry {
  return {
    id: `${idPrefix}:${code}:${at ?? ""}`,
    at,
    code,
    source,
    gave: [],
    took: [],
    ...details,
  };
}

/** Sorts newest first, then in reverse order of the source's steps. Entries with an unknown time come first. */
function sortNewestFirst(entries: TimelineEntry[]): TimelineEntry[] {
  const timeOf = ({ at }: TimelineEntry) => at ?? Infinity;
  return entries
    .map((entry, rank) => ({ entry, rank }))
    .toSorted((a, b) => {
      const [left, right] = [timeOf(a.entry), timeOf(b.entry)];
      if (left !== right) return left < right ? 1 : -1;
      const [one, other] = [a.entry.source.id, b.entry.source.id];
      return one === other ? b.rank - a.rank : one < other ? 1 : -1;
    })
    .map(({ entry }) => entry);
}
