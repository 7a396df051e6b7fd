import { expect, test } from "vitest";
import { getPlatformProxy } from "wrangler";
import { COMMITTED_CONFIG } from "./config.ts";
import { deleteAllObjects } from "./empty-bucket.ts";

test("deleteAllObjects deletes every object, even across several pages", async () => {
  const { env, dispose } = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: false,
  });
  try {
    const keys = Array.from({ length: 5 }, (_, index) => `fil_1/fiv_${index}`);
    for (const key of keys) await env.FILES.put(key, "x");
    const pagedBucket = {
      list: () => env.FILES.list({ limit: 2 }),
      delete: (deletedKeys: string | string[]) => env.FILES.delete(deletedKeys),
    };
    expect(await deleteAllObjects(pagedBucket)).toBe(5);
    expect((await env.FILES.list()).objects).toEqual([]);
    expect(await deleteAllObjects(env.FILES)).toBe(0);
  } finally {
    await dispose();
  }
});
