import type { Held } from "../../access/strategy.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import type { CompRow } from "../../access/store.ts";
import {
  stepsOfComp,
  stepsOfOrder,
  stepsOfSubscription,
  type Step,
  type TimelineCode,
  type TimelineNumbers,
} from "./timeline-steps.ts";

/** What is known of a person. `now` is the time that access is judged at, in unix milliseconds. */
export type TimelineFacts = {
  orders: OrderRow[];
  subscriptions: SubscriptionWithItems[];
  comps: CompRow[];
  /** Every grant there ever was. */
  grants: Held[];
  keys: KeyFacts[];
  downloads: DownloadFacts[];
  policy: AccessPolicy;
  now: number;
};

export type KeyFacts = {
  id: string;
  grantId: string | null;
  createdAt: number;
  rotatedAt: number | null;
  disabledAt: number | null;
};

export type DownloadFacts = {
  fileVersionId: string;
  benefitId: string;
  name: string;
  count: number;
  firstAt: number;
  lastAt: number;
};

type Source = { type: Held["grant"]["sourceType"]; id: string };

type Given = { grantId: string; name: string };

/**
 * One thing that happened, and which grants it gave or took. `at` is null where it is so now and nobody knows since
 * when.
 */
export type TimelineEntry = {
  id: string;
  at: number | null;
  code: TimelineCode;
  source: Source;
  gave: Given[];
  took: Given[];
} & TimelineNumbers;

/**
 * What happened to everything a person owns or owned, newest first: a pure function of our rows, so that a rebuilt shop
 * tells the same. Every grant is given by exactly one entry, and one that is no longer in force is taken by exactly one.
 * A grant whose source is not among the facts is left out.
 */
export function explainTimeline(facts: TimelineFacts): TimelineEntry[] {
  const { policy, now } = facts;
  const grants = facts.grants.toSorted((a, b) => (a.grant.id < b.grant.id ? -1 : 1));
  const sources: { source: Source; steps: Step[]; current: Set<string> }[] = [
    ...facts.orders.map((row) => ({
      source: { type: "order" as const, id: row.id },
      steps: stepsOfOrder(row),
      current: new Set([row.productId]),
    })),
    ...facts.subscriptions.map((row) => ({
      source: { type: "subscription" as const, id: row.id },
      steps: stepsOfSubscription(row, policy, now),
      current: new Set(row.items.flatMap(({ productId }) => productId ?? [])),
    })),
    ...facts.comps.map((row) => ({
      source: { type: "manual" as const, id: row.id },
      steps: stepsOfComp(row, now),
      current: new Set([row.productId]),
    })),
  ];
  const keyOf = ({ type, id }: Source) => `${type} ${id}`;
  const held = Map.groupBy(grants, ({ grant }) =>
    keyOf({ type: grant.sourceType, id: grant.sourceId }),
  );
  const entries = sources.flatMap(({ source, steps, current }) => {
    const own = held.get(keyOf(source)) ?? [];
    return [
      ...assignGrants(source, steps, own, current, now),
      ...entriesOfKeys(source, own, facts.keys),
    ];
  });
  const known = new Set(sources.map(({ source }) => keyOf(source)));
  const holders = grants.filter(({ grant }) =>
    known.has(keyOf({ type: grant.sourceType, id: grant.sourceId })),
  );
  return newestFirst([...entries, ...entriesOfDownloads(holders, facts.downloads)]);
}

/** The steps of one source as entries, each with the grants that it gave or took. */
function assignGrants(
  source: Source,
  steps: Step[],
  grants: Held[],
  current: Set<string>,
  now: number,
): TimelineEntry[] {
  const entries = steps.map((step) => toEntry(source, step));
  const start = Math.min(...grants.map(({ grant }) => grant.grantedAt));
  const firstProducts = new Set(
    grants.flatMap(({ grant }) => (grant.grantedAt === start ? [grant.productId] : [])),
  );
  const opener = entries.find((_, at) => steps[at]?.role === "opens");
  const closers = entries.filter((_, at) => steps[at]?.role === "closes");
  /** What one sync changed at a source that went on: a change of plan, or an edit of the product. */
  const changes = new Map<string, TimelineEntry>();
  const changedAt = (at: number, code: TimelineCode) => {
    const key = `${at} ${code}`;
    const known = changes.get(key) ?? toEntry(source, { at, code });
    changes.set(key, known);
    return known;
  };
  const isLeft = (grant: Held["grant"]) =>
    source.type === "subscription" && !current.has(grant.productId);
  const leftAt = new Set(
    grants.flatMap(({ grant }) => (isLeft(grant) ? (overSince(grant, now) ?? []) : [])),
  );
  for (const { grant, benefit } of grants) {
    const given = { grantId: grant.id, name: benefit.name };
    const isOtherPlan =
      source.type === "subscription" &&
      (leftAt.has(grant.grantedAt) || !firstProducts.has(grant.productId));
    const gave =
      grant.grantedAt === start && opener
        ? opener
        : changedAt(grant.grantedAt, isOtherPlan ? "plan_changed" : "benefit_added");
    gave.gave.push(given);

    const over = overSince(grant, now);
    if (over === null) continue;
    const took =
      findCloser(closers, over, now) ??
      changedAt(over, isLeft(grant) ? "plan_changed" : "benefit_removed");
    took.took.push(given);
  }
  const inOrder = [...changes.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return [...entries, ...inOrder];
}

function overSince(grant: Held["grant"], now: number): number | null {
  if (grant.revokedAt !== null) return grant.revokedAt;
  return grant.endsAt !== null && grant.endsAt <= now ? grant.endsAt : null;
}

/**
 * What took a grant that was over at `over`: the latest that closed its source before. A closing whose time is not known,
 * or is ahead of our clock as Stripe's test clocks can be, came before too.
 */
function findCloser(
  closers: TimelineEntry[],
  over: number,
  now: number,
): TimelineEntry | undefined {
  const timeOf = ({ at }: TimelineEntry) => (at === null || at > now ? -Infinity : at);
  return closers
    .filter((closer) => timeOf(closer) <= over)
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .at(-1);
}

function entriesOfKeys(source: Source, grants: Held[], keys: KeyFacts[]): TimelineEntry[] {
  return grants.flatMap(({ grant, benefit: { name } }) => {
    const ofGrant = keys
      .filter(({ grantId }) => grantId === grant.id)
      .toSorted((a, b) => a.createdAt - b.createdAt);
    const [first] = ofGrant;
    if (!first) return [];
    // An imported key is older than its handing over.
    const issuedAt = Math.max(first.createdAt, grant.grantedAt);
    return [
      toEntry(source, { at: issuedAt, code: "key_issued", numbers: { name } }, first.id),
      ...ofGrant.flatMap(({ id, rotatedAt, disabledAt }) => [
        ...(disabledAt === null
          ? []
          : [toEntry(source, { at: disabledAt, code: "key_disabled", numbers: { name } }, id)]),
        ...(rotatedAt === null
          ? []
          : [toEntry(source, { at: rotatedAt, code: "key_rotated", numbers: { name } }, id)]),
      ]),
    ];
  });
}

/** A download is told once, with the oldest grant of its benefit. */
function entriesOfDownloads(grants: Held[], downloads: DownloadFacts[]): TimelineEntry[] {
  const oldestFirst = grants.toSorted(
    (a, b) => a.grant.grantedAt - b.grant.grantedAt || (a.grant.id < b.grant.id ? -1 : 1),
  );
  return downloads.flatMap(({ fileVersionId, benefitId, name, count, lastAt: at }) => {
    const held = oldestFirst.find(({ benefit }) => benefit.id === benefitId);
    if (!held) return [];
    const source = { type: held.grant.sourceType, id: held.grant.sourceId };
    return [toEntry(source, { at, code: "downloaded", numbers: { name, count } }, fileVersionId)];
  });
}

function toEntry(source: Source, { at, code, numbers }: Step, of = source.id): TimelineEntry {
  return { id: `${of}:${code}:${at ?? ""}`, at, code, source, gave: [], took: [], ...numbers };
}

/** By time, then in the order of a life; what is so since nobody knows when comes first. */
function newestFirst(entries: TimelineEntry[]): TimelineEntry[] {
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
