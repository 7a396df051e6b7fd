import { beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { withShop } from "../../scripts/shop/with-shop.ts";
import { stripeCommands } from "../../scripts/stripe/commands.ts";
import { runStripeCommand } from "../../scripts/stripe/run-command.ts";
import { runOnRunningShop } from "../../scripts/stripe/running-shop.ts";
import { newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { countOpenWebhooks } from "./sandbox.ts";
import { sandboxUrl, shopEnvironment, shopUrl, useShop } from "./shop.ts";

useShop();

const email = newGuestEmail();
let buyer: HttpSession;

beforeAll(async () => {
  buyer = await signIn(shopUrl(), email);
  await buyOverHttp(buyer, "field-handbook");
});

async function countLibraryEntries(buyer: HttpSession): Promise<number> {
  const response = await buyer.fetch("/api/me/library");
  return ((await response.json()) as { entries: unknown[] }).entries.length;
}

/** Waits until the shop has processed all events: one that comes later would restore rows by itself. */
async function waitUntilIdle(): Promise<void> {
  await expect.poll(countOpenWebhooks).toBe(0);
  const owner = await signIn(shopUrl(), "owner");
  await expect
    .poll(async () => {
      const response = await owner.fetch("/api/admin/events?status=received");
      return ((await response.json()) as { items: unknown[] }).items;
    })
    .toEqual([]);
}

it.each([
  [
    "of a deployed shop, in its own process,",
    (print: (line: string) => void) =>
      runStripeCommand(shopEnvironment(), stripeCommands["rebuild"]!, print),
  ],
  [
    "of a running shop, by its Worker,",
    (print: (line: string) => void) =>
      runOnRunningShop({ url: shopUrl(), sandboxUrl: sandboxUrl() }, "rebuild", print),
  ],
])("the rebuild command %s restores a library whose rows the database lost", async (_, run) => {
  await waitUntilIdle();
  expect(await countLibraryEntries(buyer)).toBe(1);
  await withShop(shopEnvironment(), "test", async (newCtx) => {
    const db = newCtx().db.$client;
    const userIdQuery = "(SELECT id FROM users WHERE email = ?)";
    const tables = ["license_keys", "grants", "orders", "payments", "checkouts", "customers"];
    const deletions = tables.map((table) => `DELETE FROM ${table} WHERE user_id = ${userIdQuery}`);
    await db.batch(deletions.map((statement) => db.prepare(statement).bind(email)));
  });
  expect(await countLibraryEntries(buyer)).toBe(0);
  const lines: string[] = [];
  await run((line) => lines.push(line));
  expect(lines.at(-1)).toMatch(/^\d+ customers? refetched$/);
  expect(await countLibraryEntries(buyer)).toBe(1);
});
