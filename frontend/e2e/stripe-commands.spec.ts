import { expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { withShop, type ShopPlace } from "../../scripts/with-shop.ts";
import { commands } from "../../scripts/stripe-commands.ts";
import { runCommand } from "../../scripts/run-stripe-command.ts";
import { newGuest } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";

/** The database of the journeys' shop, beside the Worker that serves it. */
const place = (): ShopPlace => ({
  persistTo: ".wrangler/e2e/state/v3",
  vars: { STRIPE_API_URL: inject("shopSandboxUrl") },
});

async function countOwned(buyer: HttpSession): Promise<number> {
  const answer = await buyer.fetch("/api/me/library");
  return ((await answer.json()) as { entries: unknown[] }).entries.length;
}

it("a rebuild by command ends when everybody has again what the database lost", async () => {
  const email = newGuest();
  const buyer = await signIn(inject("shopUrl"), email);
  await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  await expect.poll(() => countOwned(buyer)).toBe(1);
  await withShop(place(), "test", async (newCtx) => {
    const db = newCtx().db.$client;
    const of = "(SELECT id FROM users WHERE email = ?)";
    const tables = ["grants", "orders", "payments", "checkouts", "customers"];
    const keys = `UPDATE license_keys SET grant_id = NULL WHERE user_id = ${of}`;
    const deletions = tables.map((table) => `DELETE FROM ${table} WHERE user_id = ${of}`);
    await db.batch([keys, ...deletions].map((statement) => db.prepare(statement).bind(email)));
  });
  expect(await countOwned(buyer)).toBe(0);
  const lines: string[] = [];
  await runCommand(place(), commands["rebuild"]!, (line) => lines.push(line));
  expect(lines[0]).toMatch(/^\d+ customers fetched again$/);
  expect(await countOwned(buyer)).toBe(1);
}, 120_000);
