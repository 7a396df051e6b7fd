import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { encodeCursor, type PageInput } from "../../db/page-cursor.ts";
import { insertRows, insertUsers } from "../../testing/fill/insert-rows.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { DAY, toUtcDay } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { updateCustomerFigures } from "../../purchases/customer-figures/update-customer-figures.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { addTag, listFilterValues, removeTag } from "./tags.ts";
import { listCustomers, summarizeCustomers, type CustomerSearch } from "./list-customers.ts";

const numbered = (prefix: string, number: number) =>
  `${prefix}_${String(number).padStart(26, "0")}`;

describe("the list of customers", () => {
  const search = (text: string, more: Partial<CustomerSearch & PageInput> = {}) =>
    listCustomers(openTestShop().ctx(), { search: text, ...more });

  it("pages through each user once, newest first", async () => {
    const shop = openTestShop();
    await insertUsers(900_001, 900_045);
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

  it("the list has the customers of a range of days, by first sign-in or checkout, and counts them", async () => {
    await emptyDatabase();
    const shop = openTestShop();
    const now = Date.now();
    const { userId: buyer, product } = await payForNewProduct(shop);
    await createGift(shop.ctx(), { userId: buyer, productId: product.id, note: "A gift" });
    const visitor = await shop.createUser();
    const list = async (search: CustomerSearch) => {
      const { items } = await listCustomers(shop.ctx(), search);
      const { count, isMore } = await summarizeCustomers(shop.ctx(), search);
      expect([count, isMore]).toEqual([items.length, false]);
      return items.map(({ id }) => id);
    };
    const [today, earlier] = [
      { from: toUtcDay(now) },
      { from: toUtcDay(now - 3 * DAY), to: toUtcDay(now - DAY) },
    ];
    expect(await list(today)).toEqual([visitor, buyer]);
    expect(await list({ ...today, search: visitor })).toEqual([visitor]);
    for (const who of ["customers", "active"] as const) {
      expect(await list({ ...today, who })).toEqual([buyer]);
      expect(await list({ ...earlier, who })).toEqual([]);
    }
    expect(await list(earlier)).toEqual([]);
    expect(await list({ ...earlier, search: visitor })).toEqual([]);
  });

  it("the list of customers finds users by a part of an email or name, and counts their grants in force", async () => {
    const shop = openTestShop();
    const mark = crypto.randomUUID().slice(0, 8);
    const user = await createSignedInUser({
      name: `Zoë ${mark}`,
      email: `zed-${mark}@example.com`,
    });
    const { id: productId } = await shop.createPublishedProduct({});
    await createGift(shop.ctx(), { userId: user.userId, productId, note: "A gift" });
    for (const text of [`OE ${mark}`, `ED-${mark}`]) {
      const { items } = await search(text);
      expect(items).toMatchObject([{ id: user.userId, inForceCount: 1 }]);
    }
    expect((await search(`zed-${mark}`, { who: "customers" })).items).toEqual([]);
  });

  it("filters by active access, and lists each user once", async () => {
    const shop = openTestShop();
    const mark = crypto.randomUUID().slice(0, 8);
    const createMarkedUser = () =>
      createSignedInUser({ email: `${mark}-${crypto.randomUUID()}@example.com` });
    const [current, former] = [
      await createMarkedUser(),
      await createMarkedUser(),
      await createMarkedUser(),
    ];
    for (const { userId } of [current!, current!, former!]) {
      const { id: productId } = await shop.createPublishedProduct({});
      await createGift(shop.ctx(), { userId, productId, note: "A gift", endsAt: Date.now() + DAY });
    }
    await env.DB.prepare("UPDATE grants SET ends_at = ? WHERE user_id = ?")
      .bind(Date.now() - 1, former!.userId)
      .run();
    const found = [
      await listCustomers(shop.ctx(), { who: "active" }),
      await search(mark, { who: "active" }),
    ];
    for (const { items } of found) {
      const ids = items.map(({ id }) => id);
      expect(ids.filter((id) => id === current!.userId || id === former!.userId)).toEqual([
        current!.userId,
      ]);
    }
  });

  it("the list of customers finds a user by our ids and Stripe's", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const stripeId = await env.DB.prepare("SELECT stripe_customer_id FROM customers WHERE id = ?")
      .bind(customerId)
      .first<string>("stripe_customer_id");
    for (const id of [userId, customerId, stripeId!])
      expect((await search(id)).items.map((user) => user.id)).toEqual([userId]);
    expect((await search("cus_nobody")).items).toEqual([]);
  });

  it("the list of customers is truncated if more users match than are considered", async () => {
    await insertUsers(800_001, 800_150);
    expect((await search("u8000")).isTruncated).toBe(false);
    expect((await search("u800")).isTruncated).toBe(true);
  });

  it("the list of customers exports all matching users as CSV without formulas", async () => {
    const shop = openTestShop();
    const mark = `mark${crypto.randomUUID().slice(0, 8)}`;
    await insertRows(
      "users (id, name, email, role, status, created_at, updated_at)",
      `printf('usr_${mark.slice(4)}%018d', i), '=1+1', printf('${mark}-%04d@example.com', i), 'buyer', 'active', i, i`,
      { from: 1, to: 30 },
    );
    const support = await createSignedInUser({ role: "support", env: shop.env });
    const response = await support.fetch(`/api/admin/customers/export?search=${mark}`);
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="customers.csv"',
    );
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(1 + 30);
    expect(lines[0]).toContain("Customer,First sign-in,Name,Email");
    expect(lines[1]).toContain("'=1+1");
  });

  it("the list of customers refuses a search of one letter and unknown parameters", async () => {
    const support = await createSignedInUser({ role: "support" });
    for (const query of ["search=a", "who=everyone", "sort=oldest"])
      expect((await support.fetch(`/api/admin/customers?${query}`)).status).toBe(422);
  });

  it("the list of customers is narrowed by what they bought and spent, by country and tag", async () => {
    const shop = openTestShop();
    const ctx = shop.ctx();
    const { userId, customerId, product } = await payForNewProduct(shop);
    await syncStripeCustomer(ctx, { customerId, force: true });
    const other = await shop.createUser();
    await createGift(ctx, { userId: other, productId: product.id, note: "A gift" });
    const support = shop.asUser(await shop.createUser(), Date.now(), "support");
    const tag = `vip-${crypto.randomUUID().slice(0, 8)}`;
    await addTag(support, { userId, tag });
    await addTag(support, { userId, tag });
    await updateCustomerFigures(ctx);
    const list = async (filters: CustomerSearch) => {
      const { items } = await listCustomers(ctx, filters);
      const { count } = await summarizeCustomers(ctx, filters);
      expect(count).toBe(items.length);
      return items.map(({ id }) => id);
    };
    const both = [other, userId];
    const narrowed: [CustomerSearch, string[]][] = [
      [{}, both],
      [{ who: "active" }, both],
      [{ country: "US" }, [userId]],
      [{ country: "DE" }, []],
      [{ spent: 29 }, [userId]],
      [{ spent: 29.01 }, []],
      [{ bought: "30" }, [userId]],
      [{ bought: "-30" as "-90" }, []],
      [{ tag }, [userId]],
      [{ sort: "spent" }, [userId]],
      [{ sort: "last_purchase", tag }, [userId]],
      [{ search: userId }, [userId]],
    ];
    for (const [filters, expected] of narrowed)
      expect([filters, await list({ product: product.id, ...filters })]).toEqual([
        filters,
        expected,
      ]);
    expect(await list({ tag })).toEqual([userId]);
    expect(await listFilterValues(ctx)).toMatchObject({
      tags: expect.arrayContaining([tag]),
      countries: expect.arrayContaining(["US"]),
    });
    const { items } = await listCustomers(ctx, { tag });
    expect(items).toMatchObject([
      { tags: [tag], productNames: [product.name], figures: { spentMinor: 2900, country: "US" } },
    ]);
    await removeTag(support, { userId, tag });
    expect(await list({ tag })).toEqual([]);
  });

  it("the list of customers pages through a search that is narrowed by a tag", async () => {
    const tag = `tag-${crypto.randomUUID().slice(0, 8)}`;
    await insertUsers(600_001, 600_010);
    await insertRows("customer_tags (user_id, tag)", `printf('usr_%026d', i), '${tag}'`, {
      from: 600_001,
      to: 600_008,
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search("u6000", { tag, ...(cursor && { cursor }), limit: 3 });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor && seen.length < 20);
    expect(seen).toEqual(Array.from({ length: 8 }, (_, at) => numbered("usr", 600_008 - at)));
  });

  it("the list of customers pages by what they spent and by their latest purchase", async () => {
    await emptyDatabase();
    await insertUsers(700_001, 700_030);
    await insertRows(
      "customer_figures (user_id, mode, currency, spent_minor, spent, last_purchase_at)",
      "printf('usr_%026d', i), 'test', iif(i % 2, 'usd', 'eur'), i % 7, (i % 7) / 100.0, i % 5",
      { from: 700_001, to: 700_030 },
    );
    for (const sort of ["spent", "last_purchase"] as const) {
      const seen: (string | number)[][] = [];
      let cursor: string | undefined;
      do {
        const page = await listCustomers(openTestShop().ctx(), { sort, cursor, limit: 7 });
        seen.push(
          ...page.items.map(({ id, figures }) =>
            sort === "spent"
              ? [figures!.currency!, figures!.spentMinor, id]
              : [figures!.lastPurchaseAt!, id],
          ),
        );
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(seen.map((row) => row.at(-1))).size).toBe(30);
      expect(seen).toEqual(
        seen.toSorted((a, b) => {
          const at = a.findIndex((value, index) => value !== b[index]);
          return a[at]! < b[at]! ? 1 : -1;
        }),
      );
    }
  });

  it("a customer has at most twenty tags, and a deleted account none", async () => {
    const shop = openTestShop();
    const support = shop.asUser(await shop.createUser(), Date.now(), "support");
    const userId = await shop.createUser();
    for (let number = 1; number <= 20; number++)
      await addTag(support, { userId, tag: `tag ${number}` });
    await expect(addTag(support, { userId, tag: "one more" })).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "tag" }],
    });
    await addTag(support, { userId, tag: "tag 20" });
    expect((await listFilterValues(shop.ctx())).tags).toEqual(
      expect.arrayContaining(["tag 1", "tag 20"]),
    );
    await expect(
      addTag(support, { userId: "usr_00000000000000000000000000", tag: "vip" }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});
