import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fill } from "../../testing/insert-rows.ts";
import { buyLicense } from "../../testing/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { licenseStates } from "./license-scan.ts";
import { listLicenses } from "./list-licenses.ts";

const shop = openTestShop();
const PAGE = 20;
let benefitId: string;
let small: string;

/**
 * 200,000 keys: the oldest are in use, and four of them are not; the newest are a stock. A hundred thousand grants of
 * something else are over.
 */
beforeAll(async () => {
  const sold = [await buyLicense(shop), await buyLicense(shop)] as const;
  [{ benefitId }, { benefitId: small }] = sold;
  const feature = (await shop.sell({})).benefits[0]!.id;
  await fill(
    "users (id, name, email, email_verified, created_at, updated_at)",
    "printf('usr_%026d', i), 'A Reader', printf('crowd%06d@example.com', i), 1, 0, 0",
    { from: 1, to: 100_000 },
  );
  await fill(
    "grants (id, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at, revoked_at)",
    `printf('grt_%026d', i), printf('usr_%026d', i), iif(i = 4, '${benefitId}', '${feature}'), '${sold[0].product.id}',
      'order', printf('ord_%026d', i), 'order_refunded', i, i`,
    { from: 1, to: 100_000 },
  );
  await fill(
    "license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, is_in_stock, disabled_at, expires_at, rotated_at, created_at)",
    `printf('lic_%026d', i), '${benefitId}', iif(i > 100000, NULL, printf('usr_%026d', i)),
      iif(i = 4, printf('grt_%026d', i), NULL), printf('CROWD-%08d', i), printf('hash%d', i), 'imported', i > 100000,
      iif(i = 1, 1, NULL), iif(i = 2, 1, NULL), iif(i = 3, 1, NULL), i`,
    { from: 1, to: 200_000 },
  );
}, 120_000);

const id = (at: number) => `lic_${String(at).padStart(26, "0")}`;

async function ask(input: Parameters<typeof listLicenses>[1]) {
  const { db, asked } = countReads(env.DB);
  const page = await listLicenses({ ...shop.ctx(), db }, input);
  return { ...page, rowsRead: asked.rowsRead };
}

test("a page reads as few rows as in a small shop: the first, a late one, of a benefit, by a search", async () => {
  const few = await ask({ benefitId: small });
  expect(few.items).toHaveLength(1);
  const cursor = encodeCursor({ value: 400, id: id(400) });
  for (const input of [
    {},
    { cursor },
    { benefitId },
    { benefitId, cursor },
    { search: "crowd" },
    { search: "crowd099" },
  ]) {
    const page = await ask(input);
    expect(page.items).toHaveLength(PAGE);
    expect(page.rowsRead).toBeLessThan(150);
  }
  const late = await ask({ benefitId, cursor });
  expect(late.items[0]!.id).toBe(id(399));
});

test.each([
  ["disabled", [id(1)]],
  ["expired", [id(2)]],
  ["in_stock", Array.from({ length: PAGE }, (_, at) => id(200_000 - at))],
] as const)(
  "those that are %s are found by an index, of one benefit and of all",
  async (state, ids) => {
    for (const input of [{ state }, { state, benefitId }]) {
      const page = await ask(input);
      expect(page.items.map((item) => item.id)).toEqual(ids);
      expect(page.rowsRead).toBeLessThan(150);
    }
  },
);

test("those in use are found below a stock of 100,000", async () => {
  for (const input of [{ state: "granted" }, { state: "granted", benefitId }] as const) {
    const { items, nextCursor, rowsRead } = await ask(input);
    expect(items.map((item) => item.id)).toContain(id(100_000));
    expect(rowsRead).toBeLessThan(200);
    const next = await ask({ ...input, cursor: nextCursor! });
    expect(next.items).toHaveLength(PAGE);
    expect(next.items[0]!.id < items.at(-1)!.id).toBe(true);
    expect(next.rowsRead).toBeLessThan(200);
  }
});

test("those that were revoked are found among 100,000 grants of other things that are over", async () => {
  for (const input of [{ state: "revoked" }, { state: "revoked", benefitId }] as const) {
    const page = await ask(input);
    expect(page.items.map((item) => item.id)).toEqual([id(4), id(3)]);
    expect(page.rowsRead).toBeLessThan(150);
  }
});

test("what no key of them is, is looked for in so many and no more", async () => {
  const page = await ask({ benefitId: small, search: "crowd" });
  expect(page.items).toEqual([]);
  expect(page.nextCursor).not.toBeNull();
  expect(page.rowsRead).toBeLessThan(6000);
});

test("every state is paged through, each key once", async () => {
  const other = await buyLicense(shop);
  const past = Date.now() - 1;
  await fill(
    "grants (id, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at, revoked_at, ends_at)",
    `printf('grt_z%025d', i), printf('usr_%026d', i), '${other.benefitId}', '${other.product.id}', 'order',
      printf('ord_z%025d', i), 'order_refunded', i, iif(i % 2, ${past} - i / 10, NULL), ${past} - i / 9`,
    { from: 1, to: 20 },
  );
  await fill(
    "license_keys (id, benefit_id, grant_id, key, key_hash, origin, is_in_stock, disabled_at, expires_at, rotated_at, created_at)",
    `printf('lic_z%025d', i), '${other.benefitId}', iif(i > 20 OR i % 5 = 4, NULL, printf('grt_z%025d', i)), printf('STATE-%04d', i), printf('state%d', i), 'imported', i % 5 = 4,
      iif(i % 5 = 1, 1, NULL), iif(i % 5 = 2, ${past} - i / 10, NULL), iif(i % 5 = 3, ${past} - i / 10, NULL), i`,
    { from: 1, to: 125 },
  );
  const seen: [string, string][] = [];
  for (const state of licenseStates) {
    let cursor: string | undefined;
    do {
      const narrowed = { state, benefitId: other.benefitId, limit: 7, ...(cursor && { cursor }) };
      const page = await ask(narrowed);
      expect(page.items.every((item) => item.state === state)).toBe(true);
      seen.push(...page.items.map((item) => [item.id, state] as [string, string]));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
  }
  expect(new Set(seen.map(([each]) => each)).size).toBe(seen.length);
  const all = await ask({ benefitId: other.benefitId, limit: 200 });
  expect(seen.toSorted()).toEqual(all.items.map((item) => [item.id, item.state]).toSorted());
});
