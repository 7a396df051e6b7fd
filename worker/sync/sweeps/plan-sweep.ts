import type { Ctx } from "../../context.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import {
  findFirstCustomerTime,
  findLastFinishedSweep,
  type SweepRow,
  type SweepTask,
} from "./store.ts";

/** What a sweep compares, and in which order. The first tasks are done at the same time. */
export type SweepPlan = Pick<SweepRow, "kind" | "since" | "partUntil"> & { tasks: SweepTask[] };

/**
 * What changed so long before the last sweep began is compared again: events don't become listable in order, a balance
 * is complete only hours after its payment, and a Checkout Session can be paid for a day.
 */
const MARGIN_MS = DAY;
/** Stripe keeps events for 30 days, so an older sweep is no starting point. */
const MAX_SINCE_MS = 28 * DAY;
/** A dispute is decided within this time, and no event's loss hides that it was. */
const MAX_DISPUTE_MS = 120 * DAY;
/** Everything that is older is compared in so many nights. */
const PARTS = 28;
const MIN_PART_MS = 7 * DAY;
/** In a full sweep, the long lists are walked in so many spans of time at the same time. */
const SPANS = 4;
/** The lists of a younger shop are short. */
const MIN_SPAN_MS = 30 * DAY;

/** The lists that grow with the shop. */
const longLists = ["subscriptions", "sessions", "charges", "customers"];
const otherLists = ["disputes", "fraud_warnings", "deleted_customers"];
const catalogLists = ["products", "prices", "inactive_prices"];

const toSeconds = (ms: number) => Math.floor(ms / SECOND);

/** Plans a sweep that compares everything. */
export async function planFullSweep(ctx: Ctx): Promise<SweepPlan> {
  const first = (await findFirstCustomerTime(ctx.db, ctx.config.stripe.mode)) ?? ctx.now;
  const span = (ctx.now - first) / SPANS;
  const edges =
    span < MIN_SPAN_MS
      ? []
      : Array.from({ length: SPANS - 1 }, (_, at) => toSeconds(first + (at + 1) * span));
  // The oldest span begins before the first customer, and the newest one is open.
  const spans = [...edges, undefined].map((to, at) => ({
    ...(at > 0 && { from: edges[at - 1]! }),
    ...(to !== undefined && { to }),
  }));
  return {
    kind: "full",
    since: null,
    partUntil: null,
    tasks: [
      ...longLists.slice(0, 3).flatMap((phase) => spans.map((each) => toTask(phase, each))),
      ...otherLists.slice(0, 2).map((phase) => toTask(phase)),
      ...spans.map((each) => toTask("customers", each)),
      toTask("deleted_customers"),
      ...catalogLists.map((phase) => toTask(phase)),
    ],
  };
}

/**
 * Plans a sweep of what may have changed since the last one: what is new, what events say has changed, open disputes,
 * the catalog; and one part of everything that is older. If there is no recent sweep, everything is compared.
 */
export async function planRecentSweep(ctx: Ctx): Promise<SweepPlan> {
  const { mode } = ctx.config.stripe;
  const last = await findLastFinishedSweep(ctx.db, mode);
  if (!last || last.startedAt < ctx.now - MAX_SINCE_MS) return planFullSweep(ctx);
  const since = last.startedAt - MARGIN_MS;
  const first = (await findFirstCustomerTime(ctx.db, mode)) ?? since;
  const partFrom = last.partUntil ?? 0;
  const partEnd = Math.max(partFrom, first) + Math.max((since - first) / PARTS, MIN_PART_MS);
  const isLastPart = partEnd >= since;
  const part = { from: toSeconds(partFrom), to: toSeconds(Math.min(partEnd, since)) };
  const from = toSeconds(since);
  return {
    kind: "recent",
    since,
    partUntil: isLastPart ? null : partEnd,
    tasks: [
      ...longLists.map((phase) => toTask(phase, { from })),
      toTask("changes", { from }),
      toTask("disputes", { from: toSeconds(since - MAX_DISPUTE_MS) }),
      toTask("fraud_warnings", { from: toSeconds(since - MAX_DISPUTE_MS) }),
      ...catalogLists.map((phase) => toTask(phase)),
      ...(part.from < part.to
        ? [...longLists, "deleted_customers"].map((phase) => toTask(phase, part))
        : []),
    ],
  };
}

/** Plans the rest of a sweep that an older version began: it walked one list after the other. */
export function planRestOfSweep({ phase, startingAfter }: SweepRow): SweepTask[] {
  const all = ["subscriptions", "sessions", "charges", ...otherLists.slice(0, 2), "customers"];
  const names = [...all, "deleted_customers", ...catalogLists];
  return names
    .slice(Math.max(names.indexOf(phase), 0))
    .map((name) => ({ phase: name, after: name === phase ? startingAfter : null }));
}

function toTask(phase: string, span: Omit<SweepTask, "phase" | "after"> = {}): SweepTask {
  return { phase, ...span, after: null };
}
