import { type PublicPrice, toPublicPrice } from "../catalog/public-price.ts";
import type { PriceTax } from "../catalog/price-tax.ts";
import type { TaxDisplay } from "../settings/tax-settings.ts";
import { getExactAmount } from "../purchases/subscriptions/exact-amount.ts";
import type { Plan } from "../catalog/list-plans.ts";
import type { ProductSummary } from "../catalog/map-product-summaries.ts";
import { stopsServiceOnPause, type AccessPolicy } from "../access/policy.ts";
import {
  listAllowedActions,
  type SubscriptionAction,
} from "../purchases/subscriptions/list-allowed-actions.ts";
import type { SubscriptionWithItems } from "../purchases/subscriptions/list-subscriptions.ts";
import { findNotice, type Notice } from "../purchases/subscriptions/find-notice.ts";
import type { StripeBillingDetails } from "./fetch-billing-details.ts";
import type { Resubscription } from "../purchases/subscriptions/map-resubscriptions.ts";
import { nextStepOf, type NextStep } from "./next-step.ts";
import type { PlannedPrice } from "./planned-price.ts";
import { pick } from "../lib/pick.ts";

/** The fields of a product that billing shows. */
export type BilledProduct = Pick<ProductSummary, "id" | "slug" | "name">;

/**
 * A subscription for the user's billing page. `price.amountMinor` is for one unit, with a fraction where Stripe's price
 * has one. Times are in unix milliseconds.
 */
export type BilledSubscription = Pick<
  SubscriptionWithItems,
  | "id"
  | "status"
  | "currentPeriodEnd"
  | "trialEnd"
  | "cancelAt"
  | "endedAt"
  | "createdAt"
  | "soldByLink"
> & {
  product: BilledProduct | null;
  /** The price the user pays, which can differ from the catalog's. */
  price: {
    amountMinor: number;
    currency: string;
    interval: string;
    intervalCount: number;
    quantity: number;
    tax: PriceTax;
  } | null;
  /** The price that the team will move it to, if they do. */
  plannedPrice: PlannedPrice | null;
  /** The subscription's price in the catalog; null if the seller created the price at Stripe. */
  plan: { priceId: string; model: PublicPrice["model"] } | null;
  next: NextStep;
  notice: Notice | null;
  /** Whether pausing ends access at once and credits the unused time; otherwise only the collection is paused. */
  pauseStopsService: boolean;
  /** Set while it or its collection is paused. `resumesAt` is null if the user has to resume it. */
  pause: { resumesAt: number | null } | null;
  actions: (SubscriptionAction | "change_quantity")[];
  /** How to subscribe again after it has ended; null if that is not possible. */
  again: Pick<Resubscription, "slug" | "priceId" | "quantity"> | null;
  /** The other prices that it can change to. */
  plans: { price: PublicPrice; product: BilledProduct }[];
} & Omit<StripeBillingDetails, "nextChargeMinor" | "refusedActions">;

export function toBilledProduct({ id, slug, name }: BilledProduct): BilledProduct {
  return { id, slug, name };
}

/** Combines data from the mirror, the catalog and Stripe. */
export function toBilledSubscription(
  subscription: SubscriptionWithItems,
  facts: {
    products: Map<string, ProductSummary>;
    plans: Plan[];
    policy: AccessPolicy;
    details: StripeBillingDetails;
    taxDisplay: TaxDisplay;
    plannedPrice: PlannedPrice | null;
    again?: Resubscription | undefined;
  },
): BilledSubscription {
  const item = subscription.items.find(({ productId }) => productId !== null);
  const product = item?.productId ? facts.products.get(item.productId) : undefined;
  const current = facts.plans.find(({ price }) => price.stripePriceId === item?.stripePriceId);
  const notice = findNotice(subscription, facts.policy, {
    hasOpenInvoice: facts.details.openInvoice !== null,
  });
  const pauseStopsService = stopsServiceOnPause(facts.policy);
  const { nextChargeMinor, refusedActions, ...details } = facts.details;
  const refused = new Set<string>(refusedActions);
  if (pauseStopsService && refused.has("pause_service")) refused.add("pause");
  // What is left to do is to pay: another request to resume changes nothing.
  if (notice?.code === "resumption_unpaid") refused.add("resume");
  const actions = listAllowedActions(subscription, facts.policy).filter(
    (action) => !refused.has(action),
  );
  const isChangeable = actions.includes("change_plan");
  const next = nextStepOf(subscription);
  return {
    id: subscription.id,
    status: subscription.status,
    ...pick(subscription, ["currentPeriodEnd", "trialEnd", "cancelAt", "endedAt", "createdAt"]),
    soldByLink: subscription.soldByLink,
    product: product ? toBilledProduct(product) : null,
    price: item
      ? {
          amountMinor: getExactAmount(item),
          ...pick(item, ["currency", "interval", "intervalCount", "quantity"]),
          tax: item.taxBehavior,
        }
      : null,
    plannedPrice: facts.plannedPrice,
    plan: current ? { priceId: current.price.id, model: current.price.model } : null,
    next:
      next.kind === "retrying" || next.kind === "overdue"
        ? {
            kind: next.kind,
            at: (next.kind === "overdue" ? notice?.at : details.openInvoice?.nextAttemptAt) ?? null,
            amountMinor: details.openInvoice?.amountMinor ?? null,
          }
        : { ...next, amountMinor: nextChargeMinor },
    notice,
    pause:
      subscription.pauseBehavior === null && subscription.status !== "paused"
        ? null
        : { resumesAt: subscription.pauseResumesAt },
    pauseStopsService,
    actions:
      isChangeable && current?.price.model === "per_seat"
        ? [...actions, "change_quantity"]
        : actions,
    again: facts.again
      ? { slug: facts.again.slug, priceId: facts.again.priceId, quantity: facts.again.quantity }
      : null,
    plans:
      isChangeable && item && product
        ? facts.plans
            .filter((plan) => canChangeTo(plan, { item, product }))
            .map((plan) =>
              toPlanOption(plan, {
                ...facts.taxDisplay,
                // What counts is whether Stripe taxes this subscription, not whether it taxes new ones.
                isCalculated: item.taxBehavior !== null,
              }),
            )
        : [],
    ...details,
  };
}

function canChangeTo(
  { price, product }: Plan,
  current: { item: SubscriptionWithItems["items"][number]; product: ProductSummary },
): boolean {
  const group = current.product.planGroup;
  return (
    price.active &&
    product.status === "published" &&
    price.currency === current.item.currency &&
    price.stripePriceId !== current.item.stripePriceId &&
    (product.id === current.product.id || (group !== null && product.planGroup === group))
  );
}

function toPlanOption(
  { price, product }: Plan,
  taxDisplay: TaxDisplay,
): BilledSubscription["plans"][number] {
  return { price: toPublicPrice(price, taxDisplay), product: toBilledProduct(product) };
}
