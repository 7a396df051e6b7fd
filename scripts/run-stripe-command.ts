import { syncCustomer } from "../worker/sync/customer/sync-stripe-customer.ts";
import { withShop, type ShopPlace } from "./with-shop.ts";
import type { Command, Desk } from "./stripe-commands.ts";
import { openInlineQueue, syncInline } from "./stripe-sync.ts";

/** Runs a command at a shop. What it enqueues is synced in this process. */
export async function runCommand(
  place: ShopPlace,
  command: Command,
  print: Desk["print"],
): Promise<void> {
  const { queue, take } = openInlineQueue();
  await withShop(place, "stripe", async (openCtx) => {
    const newCtx = () => ({ ...openCtx(), syncQueue: queue });
    const sync = (customerId: string) => syncCustomer(newCtx(), { customerId });
    await command({ newCtx, syncQueued: () => syncInline(take(), sync), print });
  });
}
