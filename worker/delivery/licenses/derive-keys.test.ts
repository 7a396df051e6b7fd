import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { commit } from "../../db/client.ts";
import { grants } from "../../db/schema/grants.ts";
import { licenseKeys } from "../../db/schema/licenses.ts";
import { isWellFormedLicenseKey } from "../../lib/license-key.ts";
import {
  buyLicense,
  createDeviceClient,
  findLicenseInLibrary,
  giveLicense,
} from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { deriveKeys } from "./derive-keys.ts";
import { rotateLicense } from "./rotate-license.ts";

const shop = openTestShop();
const grant = { sourceType: "order", sourceId: "ord_1", benefitId: "bnf_1" } as const;

test("the keys of a grant are always the same, and differ by everything that they are derived from", () => {
  const ctx = shop.ctx();
  const { config } = ctx;
  const given = { grant, prefix: "TIDE", position: 0 };
  const keys = deriveKeys(ctx, given).map(({ key }) => key);
  expect(deriveKeys(ctx, given).map(({ key }) => key)).toEqual(keys);
  expect(deriveKeys(ctx, { ...given, position: 1 })[0]?.key).toBe(keys[1]);
  const others = [
    ...(["sourceType", "sourceId", "benefitId"] as const).map((name) =>
      deriveKeys(ctx, {
        ...given,
        grant: { ...grant, [name]: name === "sourceType" ? "gift" : "other" },
      }),
    ),
    deriveKeys({ config: { ...config, auth: { ...config.auth, secrets: ["other"] } } }, given),
    deriveKeys({ config: { ...config, stripe: { ...config.stripe, mode: "live" } } }, given),
  ];
  const all = [...keys, ...others.map(([first]) => first!.key)];
  expect(new Set(all).size).toBe(all.length);
  expect(all.every(isWellFormedLicenseKey)).toBe(true);
});

test("a recreated grant gets its key back, and never one that was replaced", async () => {
  const { userId, key: first, sync } = await buyLicense(shop);
  const id = (await findLicenseInLibrary(shop, userId))!.license!.id;
  await rotateLicense(shop.asUser(userId), { id });
  const second = (await findLicenseInLibrary(shop, userId))!.license!.key;
  expect(second).not.toBe(first);
  const { db } = shop.ctx();
  const ofUser = eq(licenseKeys.userId, userId);
  // The grant's rows and their history are lost; the keys are not.
  await commit(db, [
    db.update(licenseKeys).set({ grantId: null }).where(ofUser),
    db.delete(grants).where(eq(grants.userId, userId)),
    { toSQL: () => ({ sql: "DELETE FROM feed_events WHERE user_id = ?", params: [userId] }) },
  ]);
  await sync();
  expect((await findLicenseInLibrary(shop, userId))!.license!.key).toBe(second);
  const device = createDeviceClient(shop);
  expect(await device("validate", { key: second })).toMatchObject({ code: "VALID" });
});

test("replacing a key many times gives a new one each time", async () => {
  const { userId } = await giveLicense(shop);
  const seen = new Set<string>();
  for (let count = 0; count < 7; count++) {
    const { license } = (await findLicenseInLibrary(shop, userId))!;
    seen.add(license!.key);
    await rotateLicense(shop.asUser(userId), { id: license!.id });
  }
  expect(seen.size).toBe(7);
});
