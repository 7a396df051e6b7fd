import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { fillSubscriptions } from "../../testing/fill/fill-subscriptions.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import {
  searchSubscriptions,
  summarizeSubscriptions,
  type SubscriptionSearch,
} from "./search-subscriptions.ts";

const numbered = (number: number) => `sub_${String(number).padStart(26, "0")}`;

beforeEach(emptyDatabase);

/** Creates 45 subscriptions: every tenth is canceled, the first ends soon, and the second is paused. */
async function openFilledShop() {
  const shop = openTestShop();
  const { id: productId } = await shop.createPublishedProduct({});
  await fillSubscriptions(productId, 1, 45);
  await env.DB.batch([
    env.DB.prepare("UPDATE subscriptions SET cancel_at = 1 WHERE created_at = 1"),
    env.DB.prepare("UPDATE subscriptions SET pause_behavior = 'void' WHERE created_at = 2"),
  ]);
  return { shop, productId };
}

describe("the list of subscriptions", () => {
  it("pages through each subscription once, newest first or oldest first", async () => {
    const { shop, productId } = await openFilledShop();
    const all = Array.from({ length: 45 }, (_, at) => numbered(at + 1));
    for (const narrowed of [{}, { productId }])
      for (const sort of ["newest", "oldest"] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await searchSubscriptions(shop.ctx(), { ...narrowed, sort, cursor });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        expect(seen).toEqual(sort === "oldest" ? all : all.toReversed());
      }
  });

  it("the list of subscriptions has those that were begun in a range of days, and counts them", async () => {
    const { shop } = await openFilledShop();
    await env.DB.prepare("UPDATE subscriptions SET created_at = ? WHERE id = ?")
      .bind(Date.parse("2026-03-11T23:59:59.999Z"), numbered(7))
      .run();
    const range = { from: "2026-03-10", to: "2026-03-11" };
    const { items } = await searchSubscriptions(shop.ctx(), range);
    expect(items.map(({ id }) => id)).toEqual([numbered(7)]);
    expect(await summarizeSubscriptions(shop.ctx(), range)).toEqual({ count: 1, isMore: false });
    const canceled = { status: "canceled" } as const;
    expect(await summarizeSubscriptions(shop.ctx(), canceled)).toEqual({ count: 4, isMore: false });
    expect((await summarizeSubscriptions(shop.ctx(), { ...canceled, ...range })).count).toBe(0);
  });

  it.each<[string, SubscriptionSearch, number[]]>([
    ["canceled", { status: "canceled" }, [40, 30, 20, 10]],
    ["ending soon", { status: "ending" }, [1]],
    ["paused", { status: "collection_paused" }, [2]],
    [
      "of users whose email starts with the search text",
      { search: "U00004" },
      [45, 44, 43, 42, 41, 40],
    ],
    [
      "canceled, of users whose email starts with the search text",
      { search: "u00004", status: "canceled" },
      [40],
    ],
    ["found by our id", { search: numbered(7) }, [7]],
    ["found by Stripe's id", { search: "sub_S000007" }, [7]],
    ["found by Stripe's payment id", { search: "pi_000007" }, [7]],
    ["of a product that no user has", { productId: `prd_${"0".repeat(26)}` }, []],
  ])("the list has the subscriptions that are %s", async (_, search, numbers) => {
    const { shop } = await openFilledShop();
    const { items } = await searchSubscriptions(shop.ctx(), search);
    expect(items.map(({ id }) => id)).toEqual(numbers.map(numbered));
  });

  it("the list of subscriptions exports all matching subscriptions", async () => {
    const { shop } = await openFilledShop();
    const support = await createSignedInUser({ role: "support", env: shop.env });
    const response = await support.fetch("/api/admin/subscriptions/export?search=u0000");
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(1 + 45);
    expect(lines[1]).toContain(",USD,9.00,1 month,");
  });

  it("the export says until when somebody has paid, which is not the end of an unpaid period", async () => {
    const { shop } = await openFilledShop();
    const [start, end, ended] = [1, 30, 12].map((day) => Date.UTC(2026, 10, day));
    const set = (values: string, ...numbers: number[]) =>
      shop
        .ctx()
        .db.$client.prepare(
          `UPDATE subscriptions SET current_period_start = ?, current_period_end = ?, ${values}
           WHERE id IN (${numbers.map((number) => `'${numbered(number)}'`).join(",")})`,
        )
        .bind(start, end)
        .run();
    await set("status = 'active'", 1);
    await set("status = 'past_due'", 2);
    await set("status = 'unpaid'", 3);
    await set("status = 'trialing'", 4);
    await set(`status = 'canceled', ended_at = ${ended}`, 5);
    const support = await createSignedInUser({ role: "support", env: shop.env });
    const response = await support.fetch("/api/admin/subscriptions/export?search=u0000");
    const [headings = [], ...rows] = (await response.text())
      .trim()
      .split("\r\n")
      .map((line) => line.replace("\uFEFF", "").split(","));
    const paidUntil = (number: number) =>
      rows.find(([id]) => id === numbered(number))?.[headings.indexOf("Paid until")]?.slice(0, 10);
    expect([1, 2, 3, 4, 5].map(paidUntil)).toEqual([
      "2026-11-30",
      "2026-11-01",
      "2026-11-01",
      "",
      "2026-11-12",
    ]);
  });
});
