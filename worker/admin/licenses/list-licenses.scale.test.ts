import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { buyLicense } from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { listLicenses } from "./list-licenses.ts";

const shop = openTestShop();
const PAGE_SIZE = 20;
let benefitId: string;
let smallBenefitId: string;

/**
 * 200,000 keys: the oldest 100,000 are in use except for four, the newest 100,000 are in stock. 100,000 grants of
 * another benefit have ended.
 */
beforeAll(async () => {
  const sold = [await buyLicense(shop), await buyLicense(shop)] as const;
  [{ benefitId }, { benefitId: smallBenefitId }] = sold;
  const feature = (await shop.createPublishedProduct({})).benefits[0]!.id;
  await insertRows(
    "users (id, name, email, email_verified, created_at, updated_at)",
    "printf('usr_%026d', i), 'A Reader', printf('crowd%06d@example.com', i), 1, 0, 0",
    { from: 1, to: 100_000 },
  );
  await insertRows(
    "grants (id, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at, revoked_at)",
    `printf('grt_%026d', i), printf('usr_%026d', i), iif(i = 4, '${benefitId}', '${feature}'), '${sold[0].product.id}',
      'order', printf('ord_%026d', i), 'order_refunded', i, i`,
    { from: 1, to: 100_000 },
  );
  await insertRows(
    "license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, is_in_stock, disabled_at, expires_at, rotated_at, created_at)",
    `printf('lic_%026d', i), '${benefitId}', iif(i > 100000, NULL, printf('usr_%026d', i)),
      iif(i = 4, printf('grt_%026d', i), NULL), printf('CROWD-%08d', i), printf('hash%d', i), 'imported', i > 100000,
      iif(i = 1, 1, NULL), iif(i = 2, 1, NULL), iif(i = 3, 1, NULL), i`,
    { from: 1, to: 200_000 },
  );
});

const id = (at: number) => `lic_${String(at).padStart(26, "0")}`;

async function list(input: Parameters<typeof listLicenses>[1]) {
  const { db, usage } = countReads(env.DB);
  const page = await listLicenses({ ...shop.ctx(), db }, input);
  return { ...page, rowsRead: usage.rowsRead };
}

test("every page reads less than 150 rows: the first, a late one, of a benefit, of a search", async () => {
  const small = await list({ benefitId: smallBenefitId });
  expect(small.items).toHaveLength(1);
  const cursor = encodeCursor({ value: 400, id: id(400) });
  for (const input of [
    {},
    { cursor },
    { benefitId },
    { benefitId, cursor },
    { search: "crowd" },
    { search: "crowd099" },
  ]) {
    const page = await list(input);
    expect(page.items).toHaveLength(PAGE_SIZE);
    expect(page.rowsRead).toBeLessThan(150);
  }
  const late = await list({ benefitId, cursor });
  expect(late.items[0]!.id).toBe(id(399));
});

test.each([
  ["disabled", [id(1)]],
  ["expired", [id(2)]],
  ["in_stock", Array.from({ length: PAGE_SIZE }, (_, at) => id(200_000 - at))],
] as const)(
  "keys that are %s are found by an index, for one benefit and for all",
  async (state, ids) => {
    for (const input of [{ state }, { state, benefitId }]) {
      const page = await list(input);
      expect(page.items.map((item) => item.id)).toEqual(ids);
      expect(page.rowsRead).toBeLessThan(150);
    }
  },
);

test("keys in use are found below 100,000 keys in stock", async () => {
  for (const input of [{ state: "granted" }, { state: "granted", benefitId }] as const) {
    const { items, nextCursor, rowsRead } = await list(input);
    expect(items.map((item) => item.id)).toContain(id(100_000));
    expect(rowsRead).toBeLessThan(200);
    const next = await list({ ...input, cursor: nextCursor! });
    expect(next.items).toHaveLength(PAGE_SIZE);
    expect(next.items[0]!.id < items.at(-1)!.id).toBe(true);
    expect(next.rowsRead).toBeLessThan(200);
  }
});

test("revoked keys are found among 100,000 ended grants of another benefit", async () => {
  for (const input of [{ state: "revoked" }, { state: "revoked", benefitId }] as const) {
    const page = await list(input);
    expect(page.items.map((item) => item.id)).toEqual([id(4), id(3)]);
    expect(page.rowsRead).toBeLessThan(150);
  }
});

test("a search without a match reads a limited number of keys per page", async () => {
  const page = await list({ benefitId: smallBenefitId, search: "crowd" });
  expect(page.items).toEqual([]);
  expect(page.nextCursor).not.toBeNull();
  expect(page.rowsRead).toBeLessThan(6000);
});
