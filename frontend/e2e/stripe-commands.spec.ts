import { expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { withShop } from "../../scripts/with-shop.ts";
import { stripeCommands } from "../../scripts/stripe-commands.ts";
import { runStripeCommand } from "../../scripts/run-stripe-command.ts";
import { newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopEnvironment, shopUrl, useShop } from "./shop.ts";

useShop();

async function countLibraryEntries(buyer: HttpSession): Promise<number> {
  const response = await buyer.fetch("/api/me/library");
  return ((await response.json()) as { entries: unknown[] }).entries.length;
}

it("the rebuild command restores a library whose rows the database lost", async () => {
  const email = newGuestEmail();
  const buyer = await signIn(shopUrl(), email);
  await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  await expect.poll(() => countLibraryEntries(buyer)).toBe(1);
  await withShop(shopEnvironment(), "test", async (newCtx) => {
    const db = newCtx().db.$client;
    const userIdQuery = "(SELECT id FROM users WHERE email = ?)";
    const tables = ["grants", "orders", "payments", "checkouts", "customers"];
    const keyUpdate = `UPDATE license_keys SET grant_id = NULL WHERE user_id = ${userIdQuery}`;
    const deletions = tables.map((table) => `DELETE FROM ${table} WHERE user_id = ${userIdQuery}`);
    await db.batch([keyUpdate, ...deletions].map((statement) => db.prepare(statement).bind(email)));
  });
  expect(await countLibraryEntries(buyer)).toBe(0);
  const lines: string[] = [];
  await runStripeCommand(shopEnvironment(), stripeCommands["rebuild"]!, (line) => lines.push(line));
  expect(lines[0]).toMatch(/^\d+ customers? refetched$/);
  expect(await countLibraryEntries(buyer)).toBe(1);
});
