import { expect, test } from "vitest";
import { openTestShop } from "../testing/shop.ts";
import { developerSettings } from "./developer-settings.ts";
import { upsertSetting } from "./store.ts";

test("settings that were saved under wider rules are read as they are", async () => {
  const ctx = openTestShop().ctx();
  const value = { feedRetentionDays: 3, allowedSuccessOrigins: ["http://app.example.com"] };
  const before = await developerSettings.read(ctx);
  await upsertSetting(ctx.db, { name: "developers", value, updatedAt: ctx.now });
  expect(await developerSettings.read(ctx)).toEqual(value);
  await upsertSetting(ctx.db, { name: "developers", value: before, updatedAt: ctx.now });
});
