import { beforeAll, expect, test } from "vitest";
import { createSignedInUser } from "../worker/testing/clients/sign-in.ts";
import { countTrips } from "../worker/testing/database/count-trips.ts";
import { monthly } from "../worker/testing/fixtures/purchases.ts";
import { openTestShop } from "../worker/testing/shop.ts";

const shop = openTestShop({ hasEmailSender: true });
type Buyer = Awaited<ReturnType<typeof createSignedInUser>>;
type InARow = [d1: number, stripe: number];

/**
 * Prints the trips of a request, and fails if more of them are in a row than the budget allows.
 * @param row.before how many were in a row before this was measured
 */
async function report(
  row: { name: string; before: InARow; goal: InARow; budget?: InARow },
  buyer: Buyer,
  request: Parameters<typeof countTrips>[2],
): Promise<Record<string, unknown>> {
  const { status, answer, trips } = await countTrips(shop, buyer, request);
  if (status >= 300) throw new Error(`${row.name} answered ${status}: ${JSON.stringify(answer)}`);
  const { name, before, goal, budget = goal } = row;
  const format = ([d1, stripe]: InARow) => `${String(d1).padStart(2)} + ${stripe}`;
  const inARow: InARow = [trips.d1Steps, trips.stripeSteps];
  console.log(
    `${name.padEnd(28)} ${format(inARow)} in a row (before ${format(before)}, goal ${format(goal)}), ${format([trips.d1, trips.stripe])} in all`,
  );
  const steps = trips.steps.map((names, at) => `${at + 1}. ${names.join(" | ")}`).join("\n");
  if (inARow.some((count, at) => count > budget[at]!)) exceeded.push(`${name}\n${steps}`);
  return answer as Record<string, unknown>;
}

const openCheckout = (priceId: string) =>
  ({ method: "POST", path: "/api/me/checkouts", body: { priceId } }) as const;
const confirm = (id: unknown) =>
  ({ method: "POST", path: `/api/me/checkouts/${String(id)}/confirmation` }) as const;

/** The requests above their budgets, with what each of their steps asked. */
const exceeded: string[] = [];
let prices: string[];

beforeAll(async () => {
  const product = await shop.createPublishedProduct({});
  const plan = await shop.createPublishedProduct({ prices: [monthly] });
  prices = [product, plan].map(({ prices: [price] }) => price!.id);
  // Loads every module that the requests use, and stores which Stripe account is the shop's.
  const first = await createSignedInUser();
  for (const priceId of prices) {
    const { answer } = await countTrips(shop, first, openCheckout(priceId));
    await shop.pay((answer as { url: string }).url);
    await countTrips(shop, first, confirm((answer as { id: string }).id));
  }
  await countTrips(shop, first, { path: "/api/me/library" });
});

test("a purchase waits for D1 and Stripe no more often than its budgets allow", async () => {
  console.log("D1 + Stripe");
  const buyer = await createSignedInUser();
  const first = await report(
    { name: "first checkout", before: [30, 4], goal: [6, 2] },
    buyer,
    openCheckout(prices[0]!),
  );
  await shop.pay(String(first["url"]));
  await report({ name: "return page", before: [19, 2], goal: [8, 2] }, buyer, confirm(first["id"]));
  await report(
    { name: "return page, again", before: [8, 0], goal: [4, 0] },
    buyer,
    confirm(first["id"]),
  );
  const later = await report(
    { name: "later checkout", before: [22, 3], goal: [8, 2], budget: [10, 2] },
    buyer,
    openCheckout(prices[1]!),
  );
  await report(
    { name: "later checkout, again", before: [20, 3], goal: [8, 2], budget: [9, 2] },
    buyer,
    openCheckout(prices[1]!),
  );
  await shop.pay(String(later["url"]));
  await report(
    { name: "return page, subscription", before: [24, 2], goal: [8, 2] },
    buyer,
    confirm(later["id"]),
  );
  await report({ name: "GET /api/me/library", before: [5, 0], goal: [3, 0] }, buyer, {
    path: "/api/me/library",
  });
  await report({ name: "GET /api/me", before: [2, 0], goal: [2, 0] }, buyer, { path: "/api/me" });
  expect(exceeded).toEqual([]);
});
