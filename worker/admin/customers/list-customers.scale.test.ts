import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { insertRows, insertUsers } from "../../testing/fill/insert-rows.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { listCustomers, type CustomerSearch } from "./list-customers.ts";

const LARGE_USER_COUNT = 100_000;
const numbered = (prefix: string, number: number) =>
  `${prefix}_${String(number).padStart(26, "0")}`;

it("the list of customers reads as many rows at 100,000 users as at 300", async () => {
  const shop = openTestShop();
  await createSignedInUser({ role: "support" });
  const { id: productId, benefits } = await shop.createPublishedProduct({});
  const now = Date.now();
  const late = encodeCursor({ value: 50, id: numbered("usr", 50) });
  const cases: [string, CustomerSearch & { cursor?: string }][] = [
    ["the first page", {}],
    ["a late page", { cursor: late }],
    ["customers", { who: "customers" }],
    [
      "a late page of customers",
      { who: "customers", cursor: encodeCursor({ value: "", id: numbered("cst", 50) }) },
    ],
    ["the team", { who: "team" }],
    ["users with access", { who: "active" }],
    [
      "a late page of users with access",
      { who: "active", cursor: encodeCursor({ value: "", id: numbered("usr", 9) }) },
    ],
    ["users with access by email", { search: "u00000", who: "active" }],
    ["the start of an email", { search: "U0001" }],
    ["a part of a name", { search: "name 00012" }],
    ["a start that all users share", { search: "u0" }],
    ["customers by email", { search: "u0001", who: "customers" }],
    ["most spent", { sort: "spent" }],
    [
      "a late page by what was spent",
      { sort: "spent", cursor: encodeCursor({ value: "usd 50", id: numbered("usr", 50) }) },
    ],
    ["the latest purchases", { bought: "30" }],
    [
      "a late page by purchase",
      { sort: "last_purchase", cursor: encodeCursor({ value: now + 50, id: numbered("usr", 50) }) },
    ],
    ["a tag", { tag: "vip" }],
    ["a country", { country: "DE" }],
    ["who bought a product", { product: productId }],
    ["who bought a product, by email", { product: productId, search: "u0001" }],
    ["a user id", { search: numbered("usr", 77) }],
    ["our customer id", { search: numbered("cst", 77) }],
    ["a Stripe customer id", { search: "cus_000077" }],
  ];
  const countRowsRead = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, usage } = countReads(env.DB);
      const { items } = await listCustomers({ ...shop.ctx(), db }, query);
      read[name] = { rows: usage.rowsRead, items: items.length };
    }
    return read;
  };
  const setStripeIds = () =>
    env.DB.prepare(
      "UPDATE customers SET stripe_customer_id = printf('cus_%06d', created_at) WHERE stripe_customer_id IS NULL AND id LIKE 'cst_0000%'",
    ).run();
  // All users had access once, and the first thirty still have it.
  const fillGrants = (from: number, to: number) =>
    insertRows(
      "grants (id, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at, revoked_at)",
      `printf('grt_%026d', i), printf('usr_%026d', i), '${benefits[0]!.id}', '${productId}', 'order',
        printf('ord_%026d', i), 'order_paid', i, iif(i > 30, i, NULL)`,
      { from, to },
    );
  const fillFigures = async (from: number, to: number) => {
    await insertRows(
      "customer_figures (user_id, mode, currency, spent_minor, spent, last_purchase_at, country)",
      `printf('usr_%026d', i), 'test', 'usd', i, i / 100.0, i + ${now}, 'DE'`,
      { from, to },
    );
    await insertRows(
      "customer_products (user_id, mode, product_id)",
      `printf('usr_%026d', i), 'test', '${productId}'`,
      { from, to },
    );
    await insertRows("customer_tags (user_id, tag)", "printf('usr_%026d', i), 'vip'", { from, to });
  };
  await insertUsers(1, 300);
  await fillFigures(1, 300);
  await fillGrants(1, 300);
  await setStripeIds();
  const small = await countRowsRead();
  await insertUsers(301, LARGE_USER_COUNT);
  await fillFigures(301, LARGE_USER_COUNT);
  await fillGrants(301, LARGE_USER_COUNT);
  await setStripeIds();
  const large = await countRowsRead();
  const found = (read: typeof small) => cases.map(([name]) => [name, read[name]!.items]);
  expect(found(large)).toEqual(found(small));
  expect(cases.filter(([name]) => small[name]!.items === 0)).toEqual([]);
  const costly = cases.filter(([name]) => large[name]!.rows > small[name]!.rows + 25);
  expect(costly.map(([name]) => [name, large[name], small[name]])).toEqual([]);
});
