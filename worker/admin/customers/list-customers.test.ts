import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fill, fillPeople } from "../../testing/insert-rows.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { DAY } from "../../lib/time.ts";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { giveComp } from "../gifts/create-gift.ts";
import { listCustomers, type CustomerSearch } from "./list-customers.ts";

const MANY = 100_000;
const numbered = (prefix: string, number: number) =>
  `${prefix}_${String(number).padStart(26, "0")}`;

it("reads as many rows at 100,000 people as at 300", { timeout: 120_000 }, async () => {
  const shop = openTestShop();
  await newBuyer({ role: "support" });
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
    ["who has something", { who: "holders" }],
    [
      "a late page of them",
      { who: "holders", cursor: encodeCursor({ value: "", id: numbered("usr", 9) }) },
    ],
    ["who has something among those", { search: "u00000", who: "holders" }],
    ["an email's beginning", { search: "U0001" }],
    ["a name's beginning", { search: "name 0001" }],
    ["a beginning that everybody has", { search: "u0" }],
    ["a customer among those", { search: "u0001", who: "customers" }],
    ["a person's id", { search: numbered("usr", 77) }],
    ["our customer's id", { search: numbered("cst", 77) }],
    ["Stripe's customer's id", { search: "cus_000077" }],
  ];
  const measure = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, asked } = countReads(env.DB);
      const { items } = await listCustomers({ ...shop.ctx(), db }, query);
      read[name] = { rows: asked.rowsRead, items: items.length };
    }
    return read;
  };
  const nameAtStripe = () =>
    env.DB.prepare(
      "UPDATE customers SET stripe_customer_id = printf('cus_%06d', created_at) WHERE stripe_customer_id IS NULL AND id LIKE 'cst_0000%'",
    ).run();
  const { id: productId, benefits } = await shop.sell({});
  // Everybody had something once, and the first thirty have it still.
  const fillGrants = (from: number, to: number) =>
    fill(
      "grants (id, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at, revoked_at)",
      `printf('grt_%026d', i), printf('usr_%026d', i), '${benefits[0]!.id}', '${productId}', 'order',
        printf('ord_%026d', i), 'order_paid', i, iif(i > 30, i, NULL)`,
      { from, to },
    );
  await fillPeople(1, 300);
  await fillGrants(1, 300);
  await nameAtStripe();
  const few = await measure();
  await fillPeople(301, MANY);
  await fillGrants(301, MANY);
  await nameAtStripe();
  const many = await measure();
  const found = (read: typeof few) => cases.map(([name]) => [name, read[name]!.items]);
  expect(found(many)).toEqual(found(few));
  expect(cases.filter(([name]) => few[name]!.items === 0)).toEqual([]);
  const costly = cases.filter(([name]) => many[name]!.rows > few[name]!.rows + 25);
  expect(costly.map(([name]) => [name, many[name], few[name]])).toEqual([]);
});

describe("the list of people", () => {
  const search = (text: string, more: Partial<CustomerSearch> = {}) =>
    listCustomers(openTestShop().ctx(), { search: text, ...more });

  it("pages through all of them, newest first, each once", async () => {
    const shop = openTestShop();
    await fillPeople(900_001, 900_045);
    const end = encodeCursor({ value: 900_046, id: numbered("usr", 900_046) });
    for (const [who, start] of [
      [undefined, end],
      ["customers", encodeCursor({ value: "", id: numbered("cst", 900_046) })],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | undefined = start;
      while (cursor && seen.length < 45) {
        const page = await listCustomers(shop.ctx(), { who, cursor, limit: 7 });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      }
      const filled = Array.from({ length: 45 }, (_, at) => numbered("usr", 900_045 - at));
      expect(seen.slice(0, 45)).toEqual(filled);
    }
  });

  it("finds by the beginning of an email or a name in any case, and says how much is in force", async () => {
    const shop = openTestShop();
    const mark = crypto.randomUUID().slice(0, 8);
    const person = await newBuyer({ name: `Zoë ${mark}`, email: `zed-${mark}@example.com` });
    const { id: productId } = await shop.sell({});
    await giveComp(shop.ctx(), { userId: person.userId, productId, note: "A gift" });
    for (const text of [`zoë ${mark}`.replace("zoë", "ZOë"), `ZED-${mark}`]) {
      const { items } = await search(text);
      expect(items).toMatchObject([{ id: person.userId, inForceCount: 1 }]);
    }
    expect((await search(`zed-${mark}`, { who: "customers" })).items).toEqual([]);
  });

  it("is narrowed to who has something now, each person once", async () => {
    const shop = openTestShop();
    const mark = crypto.randomUUID().slice(0, 8);
    const newPerson = () => newBuyer({ email: `${mark}-${crypto.randomUUID()}@example.com` });
    const [holder, former] = [await newPerson(), await newPerson(), await newPerson()];
    for (const { userId } of [holder!, holder!, former!]) {
      const { id: productId } = await shop.sell({});
      await giveComp(shop.ctx(), { userId, productId, note: "A gift", endsAt: Date.now() + DAY });
    }
    await env.DB.prepare("UPDATE grants SET ends_at = ? WHERE user_id = ?")
      .bind(Date.now() - 1, former!.userId)
      .run();
    const found = [
      await listCustomers(shop.ctx(), { who: "holders" }),
      await search(mark, { who: "holders" }),
    ];
    for (const { items } of found) {
      const ids = items.map(({ id }) => id);
      expect(ids.filter((id) => id === holder!.userId || id === former!.userId)).toEqual([
        holder!.userId,
      ]);
    }
  });

  it("finds by our ids and Stripe's", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const stripeId = await env.DB.prepare("SELECT stripe_customer_id FROM customers WHERE id = ?")
      .bind(customerId)
      .first<string>("stripe_customer_id");
    for (const id of [userId, customerId, stripeId!])
      expect((await search(id)).items.map((person) => person.id)).toEqual([userId]);
    expect((await search("cus_nobody")).items).toEqual([]);
  });

  it("says that more people fit than were looked at", async () => {
    await fillPeople(800_001, 800_150);
    expect((await search("u8000")).isCut).toBe(false);
    expect((await search("u800")).isCut).toBe(true);
  });

  it("is a file of all that fits, in which no cell is a formula", async () => {
    const shop = openTestShop();
    const mark = `mark${crypto.randomUUID().slice(0, 8)}`;
    await fill(
      "users (id, name, email, role, status, created_at, updated_at)",
      `printf('usr_${mark.slice(4)}%018d', i), '=1+1', printf('${mark}-%04d@example.com', i), 'buyer', 'active', i, i`,
      { from: 1, to: 30 },
    );
    const support = await newBuyer({ role: "support", env: shop.env });
    const response = await support.fetch(`/api/admin/customers/export?search=${mark}`);
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="customers.csv"',
    );
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(1 + 30);
    expect(lines[0]).toContain("Person,First signed in,Name,Email");
    expect(lines[1]).toContain("'=1+1");
  });

  it("refuses one letter, and what it does not know", async () => {
    const support = await newBuyer({ role: "support" });
    for (const query of ["search=a", "who=everyone", "sort=oldest"])
      expect((await support.fetch(`/api/admin/customers?${query}`)).status).toBe(422);
  });
});
