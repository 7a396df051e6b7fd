import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readAccessPolicy } from "../access/policy-settings.ts";
import { openDatabase } from "../db/client.ts";
import { interceptDatabase } from "../testing/database/intercept-database.ts";
import { openTestShop } from "../testing/shop.ts";
import { consentSettings } from "./consent-settings.ts";
import { developerSettings } from "./developer-settings.ts";
import { withFreshSettings } from "./read-setting.ts";
import { readShopSettings } from "./shop-settings.ts";
import { readTaxDisplay } from "./tax-settings.ts";

/** A context of a request, and how often it has read settings. */
async function openRequest() {
  const shop = openTestShop();
  let reads = 0;
  const d1 = interceptDatabase(env.DB, (sql, call) => {
    if (sql.some((text) => text.startsWith("select") && text.includes('from "settings"'))) reads++;
    return call();
  });
  const ctx = shop.asUser(await shop.createUser(), Date.now(), "owner");
  return { ctx: { ...ctx, db: openDatabase(d1) }, countReads: () => reads };
}

test("a request reads all its settings with one statement, also through copies of its context", async () => {
  const { ctx, countReads } = await openRequest();
  await Promise.all([readAccessPolicy(ctx), consentSettings.read(ctx), readTaxDisplay(ctx)]);
  await readShopSettings({ ...ctx, texts: null });
  expect(countReads()).toBe(1);
});

test("a request sees the setting that it has saved", async () => {
  const { ctx } = await openRequest();
  const before = await developerSettings.read(ctx);
  await developerSettings.save(ctx, { ...before, feedRetentionDays: 45 });
  expect(await developerSettings.read(ctx)).toMatchObject({ feedRetentionDays: 45 });
  await developerSettings.save(ctx, before);
  expect(await developerSettings.read(ctx)).toEqual(before);
});

test("what another Worker has saved is seen once the settings are read afresh", async () => {
  const { ctx } = await openRequest();
  const before = await readAccessPolicy(ctx);
  const write = (value: object) =>
    env.DB.prepare(
      "INSERT INTO settings (name, value, updated_at) VALUES ('policy', ?, 1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
      .bind(JSON.stringify(value))
      .run();
  await write({ pastDueGraceDays: 41 });
  expect(await readAccessPolicy(ctx)).toEqual(before);
  const after = await readAccessPolicy(withFreshSettings(ctx));
  expect(after.pastDueGraceMs).not.toBe(before.pastDueGraceMs);
  await write({});
});
