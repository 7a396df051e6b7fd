import { beforeEach, expect, test } from "vitest";
import { toIdTime } from "../../lib/ids.ts";
import { DAY } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { insertRows, insertUsers } from "../../testing/fill/insert-rows.ts";
import { buyLicense } from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { licenseStates } from "./license-scan.ts";
import { listLicenses } from "./list-licenses.ts";

beforeEach(emptyDatabase);

test("paging through every state lists each key once", async () => {
  const shop = openTestShop();
  const other = await buyLicense(shop);
  await insertUsers(1, 20);
  const past = Date.now() - 1;
  await insertRows(
    "grants (id, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at, revoked_at, ends_at)",
    `printf('grt_z%025d', i), printf('usr_%026d', i), '${other.benefitId}', '${other.product.id}', 'order',
      printf('ord_z%025d', i), 'order_refunded', i, iif(i % 2, ${past} - i / 10, NULL), ${past} - i / 9`,
    { from: 1, to: 20 },
  );
  await insertRows(
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
      const page = await listLicenses(shop.ctx(), narrowed);
      expect(page.items.every((item) => item.state === state)).toBe(true);
      seen.push(...page.items.map((item) => [item.id, state] as [string, string]));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
  }
  expect(new Set(seen.map(([each]) => each)).size).toBe(seen.length);
  const all = await listLicenses(shop.ctx(), { benefitId: other.benefitId, limit: 200 });
  expect(seen.toSorted()).toEqual(all.items.map((item) => [item.id, item.state]).toSorted());
});

test("the keys of a range of days are found among newer and older ones, in any state", async () => {
  const shop = openTestShop();
  const { benefitId } = await buyLicense(shop);
  const noon = Date.parse("2026-03-10T12:00:00Z");
  const atNoon = (day: number) => noon + day * DAY;
  for (const day of [0, 1, 2])
    await insertRows(
      "license_keys (id, benefit_id, key, key_hash, origin, is_in_stock, disabled_at, created_at)",
      `'lic_${toIdTime(atNoon(day))}' || printf('%016d', i), '${benefitId}', printf('DAY-${day}-%03d', i),
        printf('day-${day}-%d', i), 'imported', 1, iif(i = 7, 1, NULL), ${atNoon(day)}`,
      { from: 1, to: 30 },
    );
  const range = { from: "2026-03-11", to: "2026-03-11" };
  for (const filter of [{}, { benefitId }]) {
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listLicenses(shop.ctx(), { ...range, ...filter, cursor });
      keys.push(...page.items.map(({ key }) => key));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(keys).toHaveLength(30);
    expect(keys.every((key) => key.startsWith("DAY-1-"))).toBe(true);
  }
  const disabled = await listLicenses(shop.ctx(), { ...range, state: "disabled" });
  expect(disabled).toMatchObject({ items: [{ key: "DAY-1-007" }], nextCursor: null });
  const { items } = await listLicenses(shop.ctx(), { to: "2026-03-10" });
  expect(items.map(({ key }) => key.slice(0, 6))).toEqual(items.map(() => "DAY-0-"));
});
