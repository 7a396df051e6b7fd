import type { GrantWithBenefit } from "../../access/strategy.ts";
import { productsOfOrder } from "../orders/lines.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import type { GiftRow } from "../../access/store.ts";
import { listGrantPeriods, type GrantPeriod } from "./grant-periods.ts";
import type { History } from "./history.ts";
import { keyEntries, type LicenseKeyHistory } from "./key-entries.ts";
import {
  recordedStepsOfGift,
  recordedStepsOfOrder,
  recordedStepsOfSubscription,
  type RecordedStep,
} from "./source-steps.ts";
import { toEntry, type Source, type TimelineEntry } from "./timeline-entry.ts";
import type { TimelineStep, TimelineCode } from "./timeline-steps.ts";

/**
 * All rows of one user, and what was recorded of them. `now` is the time at which access is evaluated, in Unix
 * milliseconds.
 */
export type TimelineFacts = {
  orders: OrderRow[];
  subscriptions: SubscriptionWithItems[];
  gifts: GiftRow[];
  /** Every grant the user ever had. */
  grants: GrantWithBenefit[];
  keys: LicenseKeyHistory[];
  downloads: DownloadHistory[];
  history: History;
  policy: AccessPolicy;
  now: number;
};

export type DownloadHistory = {
  fileVersionId: string;
  benefitId: string;
  name: string;
  count: number;
  firstAt: number;
  lastAt: number;
};

/**
 * Builds the history of everything a user has or had, newest first: from the recorded changes of each purchase, and
 * from the row where nothing was recorded. A rebuild changes neither. Each time that a grant came into force belongs to
 * exactly one entry, and so does each time that it ended. Grants from sources that are not among the facts are skipped.
 */
export function buildTimeline(facts: TimelineFacts): TimelineEntry[] {
  const { policy, now, history } = facts;
  const grants = facts.grants.toSorted((a, b) => (a.grant.id < b.grant.id ? -1 : 1));
  const sources: { source: Source; steps: RecordedStep[]; currentProductIds: Set<string> }[] = [
    ...facts.orders.map((row) => ({
      source: { type: "order" as const, id: row.id },
      steps: recordedStepsOfOrder(row, history),
      currentProductIds: new Set(productsOfOrder(row).map(({ id }) => id)),
    })),
    ...facts.subscriptions.map((row) => ({
      source: { type: "subscription" as const, id: row.id },
      steps: recordedStepsOfSubscription(row, history, { policy, now }),
      currentProductIds: new Set(row.items.flatMap(({ productId }) => productId ?? [])),
    })),
    ...facts.gifts.map((row) => ({
      source: { type: "gift" as const, id: row.id },
      steps: recordedStepsOfGift(row, history, now),
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
      ...assignGrants({ source, steps, currentProductIds }, ownGrants, history, now),
      ...keyEntries(source, ownGrants, facts.keys, history),
    ];
  });
  const knownSources = new Set(sources.map(({ source }) => keyOf(source)));
  const knownGrants = grants.filter(({ grant }) =>
    knownSources.has(keyOf({ type: grant.sourceType, id: grant.sourceId })),
  );
  return sortNewestFirst([...entries, ...downloadEntries(knownGrants, facts.downloads)]);
}

type SourceSteps = { source: Source; steps: RecordedStep[]; currentProductIds: Set<string> };

/** Turns the steps of one source into entries, each with the grants that began or ended with it. */
function assignGrants(
  { source, steps, currentProductIds }: SourceSteps,
  grants: GrantWithBenefit[],
  history: History,
  now: number,
): TimelineEntry[] {
  const entries = steps.map((step) => toEntry(source, step, { sequence: step.change?.sequence }));
  const isRecorded = steps.some(({ change }) => change !== null);
  const start = Math.min(...grants.map(({ grant }) => grant.grantedAt));
  const firstProducts = new Set(
    grants.flatMap(({ grant }) => (grant.grantedAt === start ? [grant.productId] : [])),
  );
  const entriesWith = (role: TimelineStep["role"]) =>
    entries.filter((_, at) => steps[at]?.role === role);
  const [openingEntry] = entriesWith("opens");
  const closingEntries = entriesWith("closes");
  /** Changes to a source that stayed active: an edit of the product, or a plan change that was not recorded. */
  const changes = new Map<string, TimelineEntry>();
  const changeEntryAt = (at: number, code: TimelineCode) => {
    const key = `${at} ${code}`;
    const entry = changes.get(key) ?? toEntry(source, { at, code });
    changes.set(key, entry);
    return entry;
  };
  /** The entry of the same batch that changed access in this way. */
  const findEntryOf = (batch: string | null, role: TimelineStep["role"]) =>
    batch === null
      ? undefined
      : entries.find(
          (_, at) =>
            steps[at]?.change?.batch === batch &&
            (steps[at].role === role || steps[at].role === "changes"),
        );
  const isOldPlan = ({ grant }: GrantWithBenefit) =>
    !isRecorded && source.type === "subscription" && !currentProductIds.has(grant.productId);
  const periodsOf = grants.map((held) => ({
    held,
    periods: listGrantPeriods(held.grant, history, now),
  }));
  const planChangeTimes = new Set(
    periodsOf.flatMap(({ held, periods }) =>
      isOldPlan(held) ? periods.flatMap(({ to }) => to ?? []) : [],
    ),
  );
  const codeOfGrant = ({ grant }: GrantWithBenefit, period: GrantPeriod): TimelineCode => {
    if (period.from !== grant.grantedAt) return "reopened";
    const isOtherPlan =
      !isRecorded &&
      source.type === "subscription" &&
      (planChangeTimes.has(grant.grantedAt) || !firstProducts.has(grant.productId));
    return isOtherPlan ? "plan_changed" : "benefit_added";
  };
  for (const { held, periods } of periodsOf) {
    const grantRef = { grantId: held.grant.id, name: held.benefit.name };
    for (const period of periods) {
      const grantingEntry =
        findEntryOf(period.fromBatch, "opens") ??
        (period.from === start && openingEntry
          ? openingEntry
          : changeEntryAt(period.from, codeOfGrant(held, period)));
      grantingEntry.granted.push(grantRef);
      if (period.to === null) continue;
      const revokingEntry =
        findEntryOf(period.toBatch, "closes") ??
        findClosingEntry(closingEntries, { ...period, to: period.to }, now) ??
        changeEntryAt(period.to, isOldPlan(held) ? "plan_changed" : "benefit_removed");
      revokingEntry.revoked.push(grantRef);
    }
  }
  const sortedChanges = [...changes.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  // A renewal may arrive a moment after the period ended. Then no access was lost, and there is no entry.
  const shown = entries.filter(
    ({ code, revoked }, at) => code !== "lapsed" || revoked.length > 0 || at === entries.length - 1,
  );
  return [...shown, ...sortedChanges];
}

/**
 * Returns the entry that ended a grant: the latest closing step at or before the end of its period, and of several in
 * the grant's history one after its beginning. A closing step with an unknown time, or a time ahead of our clock (as
 * with Stripe's test clocks), counts as before.
 */
function findClosingEntry(
  closingEntries: TimelineEntry[],
  { from, fromBatch, to }: GrantPeriod & { to: number },
  now: number,
): TimelineEntry | undefined {
  const timeOf = ({ at }: TimelineEntry) => (at === null || at > now ? -Infinity : at);
  const isAfterBegin = (at: number) => fromBatch === null || at === -Infinity || at >= from;
  return closingEntries
    .filter((entry) => timeOf(entry) <= to && isAfterBegin(timeOf(entry)))
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .at(-1);
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
    return [
      toEntry(
        source,
        { at, code: "downloaded", details: { name, count } },
        { idPrefix: fileVersionId },
      ),
    ];
  });
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
