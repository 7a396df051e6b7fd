import { syncStripeCustomer } from "../../worker/sync/customer/sync-stripe-customer.ts";
import { withShop, type ShopEnvironment } from "../shop/with-shop.ts";
import type { StripeCommand, CommandContext } from "./commands.ts";
import { createInMemoryQueue, syncCustomersUntilClean } from "./sync.ts";

/** Runs a command on a shop. Customers that it enqueues are synced in this process. */
export async function runStripeCommand(
  environment: ShopEnvironment,
  command: StripeCommand,
  print: CommandContext["print"],
): Promise<void> {
  const { queue, takeCustomerIds } = createInMemoryQueue();
  await withShop(environment, "stripe", async (openCtx) => {
    const newCtx = () => ({ ...openCtx(), syncQueue: queue });
    const sync = (customerId: string) => syncStripeCustomer(newCtx(), { customerId });
    await command({
      newCtx,
      syncEnqueuedCustomers: () => syncCustomersUntilClean(takeCustomerIds(), sync),
      print,
    });
  });
}
