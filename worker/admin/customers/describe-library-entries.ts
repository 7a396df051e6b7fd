import { isInForce } from "../../in-force.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import type { ProductSummary } from "../../catalog/map-product-summaries.ts";
import type { GrantWithBenefit } from "../../access/strategy.ts";
import type { UserCtx } from "../../context.ts";
import { isKeptByOutageMode } from "../../delivery/library/is-kept-by-outage-mode.ts";
import { toLibraryItems } from "../../delivery/library/list-library-items.ts";
import type { History } from "../../purchases/timeline/history.ts";
import { buildTimeline } from "../../purchases/timeline/timeline.ts";
import { dashboardPathOfOrder, dashboardUrl } from "../../stripe/dashboard-url.ts";
import type { readCustomerPage } from "./customer-page.query.ts";
import { pick } from "../../lib/pick.ts";

type Rows = Awaited<ReturnType<typeof readCustomerPage>>;

/** Describes a user's purchases and gifts for the team, each with its access, grants and timeline, newest first. */
export async function describeLibraryEntries(
  ctx: UserCtx,
  rows: Rows & {
    grants: GrantWithBenefit[];
    history: History;
    policy: AccessPolicy;
    products: Map<string, ProductSummary>;
    now: number;
  },
) {
  const { orders, subscriptions, gifts, grants, keys, downloads, history, policy, now } = rows;
  const facts = { orders, subscriptions, gifts, grants, keys, downloads, history, policy, now };
  const owned = toLibraryItems(facts, rows.products);
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
      /** It opens although its purchase no longer gives access: outage mode is on, or has just ended. */
      isKeptByOutageMode: isKeptByOutageMode(
        ctx,
        entry,
        entryGrants.some(({ grant }) => isInForce(grant, now)),
      ),
      /** The status of the subscription (Stripe's) or order (ours); null for a gift. */
      status: statusOf.get(entry.sourceId) ?? null,
      refundedMinor: orderOf.get(entry.sourceId)?.refundedMinor ?? null,
      /** What the subscriber wrote when canceling. */
      cancellationComment: subscriptionOf.get(entry.sourceId)?.cancellationComment ?? null,
      /** The team's note, and the name of the member who gave it. */
      gift: giftRow
        ? {
            note: giftRow.note,
            givenBy: rows.giverNames.get(giftRow.givenBy) ?? giftRow.givenBy,
            endsAt: giftRow.endsAt,
          }
        : null,
      /** The same payment or subscription at Stripe; null for a gift. */
      stripeUrl: findStripeUrl(
        ctx,
        orderOf.get(entry.sourceId),
        subscriptionOf.get(entry.sourceId),
      ),
      grants: entryGrants.map(({ grant, benefit }) => ({
        ...pick(grant, ["id", "quantity", "grantedAt", "endsAt", "revokedAt", "waitingFor"]),
        ...pick(benefit, ["name", "type"]),
        /** Now. */
        isInForce: isInForce(grant, now),
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
