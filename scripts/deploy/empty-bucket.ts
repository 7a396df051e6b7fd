import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { getPlatformProxy } from "wrangler";
import { getDeployConfigPath, readCommittedConfig } from "./config.ts";
import type { DataPlace } from "./data-place.ts";

/** The part of the R2 API that emptying a bucket needs. */
export type DeletableBucket = Pick<R2Bucket, "list" | "delete">;

/** Deletes every object in a bucket of the account. Uses a binding, because wrangler has no command to list objects. */
export async function emptyBucket(name: string, place: DataPlace | undefined): Promise<void> {
  const configPath = getDeployConfigPath(`empty-${name}`);
  mkdirSync(dirname(configPath), { recursive: true });
  const { compatibility_date } = readCommittedConfig();
  const jurisdiction = place && "jurisdiction" in place ? place : {};
  const bucket = { binding: "FILES", bucket_name: name, remote: true, ...jurisdiction };
  writeFileSync(
    configPath,
    JSON.stringify({ name: `empty-${name}`, compatibility_date, r2_buckets: [bucket] }),
  );
  const platform = await getPlatformProxy<{ FILES: DeletableBucket }>({
    configPath,
    persist: false,
  });
  try {
    console.log(`Deleted ${await deleteAllObjects(platform.env.FILES)} objects from ${name}`);
  } finally {
    await platform.dispose();
  }
}

/** Prints what `emptyBucket` would do, for `--dry-run`. */
export async function dryRunEmptyBucket(name: string): Promise<void> {
  console.log(`Delete every object in ${name}`);
}

/** @returns the number of deleted objects */
export async function deleteAllObjects(bucket: DeletableBucket): Promise<number> {
  for (let deleted = 0; ;) {
    // No cursor needed: the objects of the previous page are deleted, so the first page is always new.
    const page = await bucket.list();
    if (page.objects.length === 0) return deleted;
    await bucket.delete(page.objects.map(({ key }) => key));
    deleted += page.objects.length;
  }
}
