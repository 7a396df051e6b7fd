import { expect, test } from "vitest";
import { getPlatformProxy } from "wrangler";
import { COMMITTED_CONFIG } from "./deploy-config.ts";
import { deleteAll } from "./empty-bucket.ts";

test("every object of a bucket is deleted, also of more than one page", async () => {
  const { env, dispose } = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: false,
  });
  try {
    const keys = Array.from({ length: 5 }, (_, at) => `fil_1/fiv_${at}`);
    for (const key of keys) await env.FILES.put(key, "x");
    const inPages = {
      list: () => env.FILES.list({ limit: 2 }),
      delete: (some: string | string[]) => env.FILES.delete(some),
    };
    expect(await deleteAll(inPages)).toBe(5);
    expect((await env.FILES.list()).objects).toEqual([]);
    expect(await deleteAll(env.FILES)).toBe(0);
  } finally {
    await dispose();
  }
});
