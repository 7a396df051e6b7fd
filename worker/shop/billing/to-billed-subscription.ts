import type { PublicPrice } from "../../catalog/public-price.ts";
import { toPublicPrice } from "../../catalog/public-price.ts";
import type { Plan } from "../../catalog/list-plans.ts";
import type { NamedProduct } from "../../catalog/map-product-summaries.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import {
  actionsOf,
  type SubscriptionAction,
} from "../../purchases/subscriptions/list-allowed-actions.ts";
import type { SubscriptionWithItems } from "../../purchases/subscriptions/list-subscriptions.ts";
import { noticeOf, type Notice } from "../../purchases/subscriptions/find-notice.ts";
import type { FreshFacts } from "./fetch-billing-details.ts";
import { nextStepOf, type NextStep } from "./next-step.ts";

/** A product as a bill names it. */
export type BilledProduct = Pick<NamedProduct, "id" | "slug" | "name">;

/** A subscription as its holder sees it. `price.amountMinor` is for one; times in unix milliseconds. */
export type BilledSubscription = Pick<
  SubscriptionWithItems,
  "id" | "status" | "currentPeriodEnd" | "trialEnd" | "cancelAt" | "endedAt" | "createdAt"
> & {
  product: BilledProduct | null;
  /** What is paid, not the catalog's. */
  price: {
    amountMinor: number;
    currency: string;
    interval: string;
    intervalCount: number;
    quantity: number;
  } | null;
  /** The catalog's price that it has; null where the seller made one at Stripe. */
  plan: { priceId: string; model: PublicPrice["model"] } | null;
  next: NextStep;
  notice: Notice | null;
  /** Collection is paused; `resumesAt` is null where its holder must resume it. */
  pause: { resumesAt: number | null } | null;
  actions: (SubscriptionAction | "change_quantity")[];
  /** The other prices it can change to. */
  plans: { price: PublicPrice; product: BilledProduct }[];
} & Omit<FreshFacts, "nextChargeMinor">;

export function nameProduct({ id, slug, name }: BilledProduct): BilledProduct {
  return { id, slug, name };
}

/** Puts together what the mirror, the catalog and Stripe say of a subscription. */
export function toBilledSubscription(
  subscription: SubscriptionWithItems,
  known: {
    products: Map<string, NamedProduct>;
    plans: Plan[];
    policy: AccessPolicy;
    fresh: FreshFacts;
  },
): BilledSubscription {
  const item = subscription.items.find(({ productId }) => productId !== null);
  const product = item?.productId ? known.products.get(item.productId) : undefined;
  const current = known.plans.find(({ price }) => price.stripePriceId === item?.stripePriceId);
  const actions = actionsOf(subscription, known.policy);
  const changeable = actions.includes("change_plan");
  const { nextChargeMinor, ...fresh } = known.fresh;
  const next = nextStepOf(subscription);
  return {
    id: subscription.id,
    status: subscription.status,
    currentPeriodEnd: subscription.currentPeriodEnd,
    trialEnd: subscription.trialEnd,
    cancelAt: subscription.cancelAt,
    endedAt: subscription.endedAt,
    createdAt: subscription.createdAt,
    product: product ? nameProduct(product) : null,
    price: item
      ? {
          amountMinor: item.amountMinor,
          currency: item.currency,
          interval: item.interval,
          intervalCount: item.intervalCount,
          quantity: item.quantity,
        }
      : null,
    plan: current ? { priceId: current.price.id, model: current.price.model } : null,
    next:
      next.kind === "retrying"
        ? {
            kind: next.kind,
            at: fresh.openInvoice?.nextAttemptAt ?? null,
            amountMinor: fresh.openInvoice?.amountMinor ?? null,
          }
        : { ...next, amountMinor: nextChargeMinor },
    notice: noticeOf(subscription, known.policy),
    pause: subscription.pauseBehavior === null ? null : { resumesAt: subscription.pauseResumesAt },
    actions:
      changeable && current?.price.model === "per_seat" ? [...actions, "change_quantity"] : actions,
    plans:
      changeable && item && product
        ? known.plans.filter((plan) => canBecome(plan, { item, product })).map(toPlanOption)
        : [],
    ...fresh,
  };
}

function canBecome(
  { price, product }: Plan,
  held: { item: SubscriptionWithItems["items"][number]; product: NamedProduct },
): boolean {
  const group = held.product.exclusiveGroup;
  return (
    price.active &&
    product.status === "published" &&
    price.currency === held.item.currency &&
    price.stripePriceId !== held.item.stripePriceId &&
    (product.id === held.product.id || (group !== null && product.exclusiveGroup === group))
  );
}

function toPlanOption({ price, product }: Plan): BilledSubscription["plans"][number] {
  return { price: toPublicPrice(price), product: nameProduct(product) };
}
