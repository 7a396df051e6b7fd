import { listUpgradesFrom } from "../../catalog/store-upgrades.ts";
import { resolvePriceTax } from "../../catalog/price-tax.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { minimumAmount } from "../../shared/money.ts";
import { translateRows } from "../../translations/translate.ts";
import { listOrders } from "./list-orders.ts";
import { productsOfOrder } from "./lines.ts";
import { paidStatuses } from "./paid-statuses.ts";
import type { OrderRow } from "./store.ts";

/**
 * How a user can upgrade an order to a larger product: they pay the difference. Amounts in minor units, before the tax
 * that comes on top.
 */
export type Upgrade = {
  orderId: string;
  /** The larger product, and its price. */
  productId: string;
  priceId: string;
  slug: string;
  name: string;
  /** What is left to pay, and what was paid and is taken off. */
  amountMinor: number;
  creditMinor: number;
  currency: string;
};

/** An upgrade that the user has, or may get. */
const usedStatuses = new Set<OrderRow["status"]>([...paidStatuses, "pending", "disputed"]);

/** Returns the upgrades that a user can buy. */
export async function listUpgrades(ctx: Ctx, input: { userId: string }): Promise<Upgrade[]> {
  const [orders, targets] = await Promise.all([
    listOrders(ctx, input),
    listUpgradeTargetsOf(ctx, input),
  ]);
  return listUpgradesOf(ctx, { orders, targets });
}

/** What a user's products lead to, which is read together with their orders. */
export type UpgradeTargets = Awaited<ReturnType<typeof listUpgradesFrom>>;

/** Reads it for `listUpgradesOf`. */
export function listUpgradeTargetsOf(
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<UpgradeTargets> {
  return listUpgradesFrom(ctx.db, { mode: ctx.config.stripe.mode, userId });
}

/**
 * Does the same for orders that were already read. Each order is upgraded once, gifts and several seats never, and nobody
 * is offered what they have bought.
 * @param input all orders of the user, and what their products lead to
 */
export async function listUpgradesOf(
  ctx: Ctx,
  { orders, targets }: { orders: OrderRow[]; targets: UpgradeTargets },
): Promise<Upgrade[]> {
  if (targets.length === 0) return [];
  const own = orders.filter(({ giftId }) => giftId === null);
  const used = own.filter(({ status }) => usedStatuses.has(status));
  const upgradedIds = new Set(used.map(({ upgradeOf }) => upgradeOf));
  const heldIds = new Set(used.flatMap((order) => productsOfOrder(order).map(({ id }) => id)));
  const smaller = own.filter(
    ({ id, status, quantity, duplicateOf, customerDeletedAt, lines }) =>
      paidStatuses.has(status) &&
      // What was paid for several products is not the price of one.
      lines === null &&
      quantity === 1 &&
      duplicateOf === null &&
      customerDeletedAt === null &&
      !upgradedIds.has(id),
  );
  const found = targets.filter(({ fromProductId }) =>
    smaller.some(({ productId }) => productId === fromProductId),
  );
  if (found.length === 0) return [];
  const [products, taxDisplay] = await Promise.all([
    translateRows(
      ctx,
      found.map(({ product }) => product),
      ["name"],
    ),
    readTaxDisplay(ctx),
  ]);
  const nameOf = new Map(products.map(({ id, name }) => [id, name]));
  return smaller.flatMap((order) => {
    const target = found.find(({ fromProductId }) => fromProductId === order.productId);
    if (!target || heldIds.has(target.product.id)) return [];
    const { price, product } = target;
    if (price.currency !== order.currency) return [];
    // Where tax comes on top of the price, it does so for what is left to pay, too.
    const isTaxOnTop = resolvePriceTax(taxDisplay, price) === "exclusive";
    const paidMinor = order.totalMinor - order.refundedMinor - (isTaxOnTop ? order.taxMinor : 0);
    const amountMinor = Math.max(price.amountMinor - paidMinor, minimumAmount(price.currency));
    const creditMinor = price.amountMinor - amountMinor;
    if (creditMinor <= 0) return [];
    return [
      {
        orderId: order.id,
        productId: product.id,
        priceId: price.id,
        slug: product.slug,
        name: nameOf.get(product.id) ?? product.name,
        amountMinor,
        creditMinor,
        currency: price.currency,
      },
    ];
  });
}

/**
 * Returns the upgrade of an order to a price.
 * @throws `not_found` if the user has no such order, or can't upgrade it to this price
 */
export async function requireUpgrade(
  ctx: Ctx,
  { userId, orderId, priceId }: { userId: string; orderId: string; priceId: string },
): Promise<Upgrade> {
  const upgrades = await listUpgrades(ctx, { userId });
  const found = upgrades.find((each) => each.orderId === orderId && each.priceId === priceId);
  if (!found) throw fail("not_found", { reason: "no such upgrade" });
  return found;
}
