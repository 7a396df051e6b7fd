import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { getPlatformProxy } from "wrangler";
import { configPathOf, readCommittedConfig } from "./deploy-config.ts";

/** The little of R2 that emptying a bucket takes. */
export type Objects = Pick<R2Bucket, "list" | "delete">;

/** Deletes every object of a bucket of the account, through a binding: wrangler has no command that lists them. */
export async function emptyBucket(name: string): Promise<void> {
  const configPath = configPathOf(`empty-${name}`);
  mkdirSync(dirname(configPath), { recursive: true });
  const { compatibility_date } = readCommittedConfig();
  const bucket = { binding: "FILES", bucket_name: name, remote: true };
  writeFileSync(
    configPath,
    JSON.stringify({ name: `empty-${name}`, compatibility_date, r2_buckets: [bucket] }),
  );
  const platform = await getPlatformProxy<{ FILES: Objects }>({ configPath, persist: false });
  try {
    console.log(`Deleted ${await deleteAll(platform.env.FILES)} objects of ${name}`);
  } finally {
    await platform.dispose();
  }
}

/** For `--dry-run`. */
export async function rehearseEmptying(name: string): Promise<void> {
  console.log(`Delete every object of ${name}`);
}

/** @returns how many there were */
export async function deleteAll(objects: Objects): Promise<number> {
  for (let deleted = 0; ;) {
    // Always the first page: what it listed is gone by the next time.
    const page = await objects.list();
    if (page.objects.length === 0) return deleted;
    await objects.delete(page.objects.map(({ key }) => key));
    deleted += page.objects.length;
  }
}
