import { isInForce } from "../../access/in-force.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import type { GrantWithBenefit } from "../../access/strategy.ts";
import type { UserCtx } from "../../context.ts";
import { isHeldOpen } from "../../delivery/library/is-held-open.ts";
import { toLibraryItems, type LibraryItem } from "../../delivery/library/list-library-items.ts";
import type { History } from "../../purchases/timeline/history.ts";
import { buildTimeline } from "../../purchases/timeline/timeline.ts";
import type { TimelineEntry } from "../../purchases/timeline/timeline-entry.ts";
import { dashboardPathOfOrder, dashboardUrl } from "../../stripe/dashboard-url.ts";
import type { readCustomerPage } from "./store-page.ts";

type Rows = Awaited<ReturnType<typeof readCustomerPage>>;

/** One grant of a purchase or gift. `isInForce` refers to now. */
export type GrantSummary = {
  id: string;
  name: string;
  type: string;
  quantity: number;
  isInForce: boolean;
  grantedAt: number;
  endsAt: number | null;
  revokedAt: number | null;
  /** What delivery waits for; null if nothing. */
  waitingFor: "buyer_name" | "seller_keys" | null;
};

/** A purchase or gift with its access, its grants, and its timeline, newest first. */
export type CustomerLibraryEntry = LibraryItem & {
  /** The status of the subscription (Stripe's) or order (ours); null for a gift. */
  status: string | null;
  refundedMinor: number | null;
  /** What the subscriber wrote when canceling. */
  cancellationComment: string | null;
  /** The team's note, and the name of the member who gave it. */
  gift: { note: string; givenBy: string; endsAt: number | null } | null;
  /** The same payment or subscription at Stripe; null for a gift. */
  stripeUrl: string | null;
  grants: GrantSummary[];
  timeline: TimelineEntry[];
  /** It opens although its purchase no longer gives access: outage mode is on, or has just ended. */
  isHeldOpen: boolean;
};

/** Describes a user's purchases and gifts for the team. */
export async function describeLibraryEntries(
  ctx: UserCtx,
  rows: Rows & {
    grants: GrantWithBenefit[];
    history: History;
    policy: AccessPolicy;
    now: number;
  },
): Promise<CustomerLibraryEntry[]> {
  const { orders, subscriptions, gifts, grants, keys, downloads, history, policy, now } = rows;
  const facts = { orders, subscriptions, gifts, grants, keys, downloads, history, policy, now };
  const owned = await toLibraryItems(ctx, facts);
  const timelineOf = Map.groupBy(buildTimeline(facts), ({ source }) => source.id);
  const grantsOf = Map.groupBy(grants, ({ grant }) => grant.sourceId);
  const orderOf = new Map(orders.map((row) => [row.id, row]));
  const subscriptionOf = new Map(subscriptions.map((row) => [row.id, row]));
  const statusOf = new Map([...orders, ...subscriptions].map((row) => [row.id, row.status]));
  const giftOf = new Map(gifts.map((row) => [row.id, row]));
  return owned.map((entry) => {
    const giftRow = giftOf.get(entry.sourceId);
    const entryGrants = (grantsOf.get(entry.sourceId) ?? []).filter(
      ({ grant }) => grant.productId === entry.product.id,
    );
    return {
      ...entry,
      isHeldOpen: isHeldOpen(
        ctx,
        entry,
        entryGrants.some(({ grant }) => isInForce(grant, now)),
      ),
      status: statusOf.get(entry.sourceId) ?? null,
      refundedMinor: orderOf.get(entry.sourceId)?.refundedMinor ?? null,
      cancellationComment: subscriptionOf.get(entry.sourceId)?.cancellationComment ?? null,
      gift: giftRow
        ? {
            note: giftRow.note,
            givenBy: rows.giverNames.get(giftRow.givenBy) ?? giftRow.givenBy,
            endsAt: giftRow.endsAt,
          }
        : null,
      stripeUrl: findStripeUrl(
        ctx,
        orderOf.get(entry.sourceId),
        subscriptionOf.get(entry.sourceId),
      ),
      grants: entryGrants.map(({ grant, benefit }) => ({
        id: grant.id,
        name: benefit.name,
        type: benefit.type,
        quantity: grant.quantity,
        isInForce: isInForce(grant, now),
        grantedAt: grant.grantedAt,
        endsAt: grant.endsAt,
        revokedAt: grant.revokedAt,
        waitingFor: grant.waitingFor,
      })),
      timeline: timelineOf.get(entry.sourceId) ?? [],
    };
  });
}

function findStripeUrl(
  ctx: UserCtx,
  order: Rows["orders"][number] | undefined,
  subscription: Rows["subscriptions"][number] | undefined,
): string | null {
  const { mode } = ctx.config.stripe;
  if (order) return dashboardUrl(mode, dashboardPathOfOrder(order));
  return subscription
    ? dashboardUrl(mode, `subscriptions/${subscription.stripeSubscriptionId}`)
    : null;
}
