import type { Ctx } from "../context.ts";
import { resolveCustomer } from "../identity/resolve-customer.ts";
import type { StatementRow } from "../law/statements/store.ts";
import type { StatementContract } from "../law/statements/store-decisions.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { findNumbers, isNumberOf } from "../shared/order-number.ts";
import { hasEnded } from "../purchases/subscriptions/statuses.ts";

/**
 * Finds the contract that a statement is about, by the verified email of its buyer and the number of the order. Without
 * a number, it is the buyer's only contract of the kind; with several, the team has to say which one it is. Only running
 * subscriptions can be canceled.
 * @returns only the user if the buyer is known and the contract is not; null if nobody has this email
 */
export async function findContract(
  ctx: Ctx,
  statement: Pick<StatementRow, "kind" | "email" | "contract">,
): Promise<StatementContract | null> {
  const { kind, email, contract } = statement;
  const userId = await resolveCustomer(ctx, { email });
  if (userId === null) return null;
  const [orders, subscriptions] = await Promise.all([
    kind === "withdrawal" ? listOrders(ctx, { userId }) : [],
    listSubscriptions(ctx, { userId }),
  ]);
  const all: StatementContract[] = [
    ...orders
      .filter(({ status }) => status !== "failed" && status !== "refunded")
      .map(({ id }) => ({ userId, orderId: id, subscriptionId: null })),
    ...subscriptions
      .filter((row) => kind === "withdrawal" || !hasEnded(row))
      .map(({ id }) => ({ userId, orderId: null, subscriptionId: id })),
  ];
  const numbers = findNumbers(contract);
  const isNamed = (each: StatementContract) =>
    numbers.some((number) => isNumberOf(each.orderId ?? each.subscriptionId ?? "", number));
  const meant = numbers.length > 0 ? all.filter(isNamed) : all;
  const [only] = meant;
  return meant.length === 1 && only ? only : { userId, orderId: null, subscriptionId: null };
}
