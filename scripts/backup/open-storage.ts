import { openFolder, type Storage } from "./storage.ts";
import { openBucket } from "./s3.ts";

/**
 * Opens where backups are kept.
 * @param place a folder, or `s3://bucket/folder`
 * @throws Error if there is no place, or the bucket's address or keys are not set
 */
export function openStorage(place: string | undefined): Storage {
  if (!place) throw new Error("Say where backups are kept: --to or --from, or BACKUP_TO");
  const bucket = /^s3:\/\/([\w.-]+)(?:\/(.*?))?\/?$/.exec(place);
  if (!bucket) return openFolder(place);
  return openBucket({
    ...readBucketKeys(process.env),
    bucket: bucket[1]!,
    folder: bucket[2] ?? "",
  });
}

function readBucketKeys(env: NodeJS.ProcessEnv) {
  const names = ["BACKUP_S3_ENDPOINT", "BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(
      `The bucket for backups needs ${missing.join(", ")}. See docs/guides/backup.md`,
    );
  return {
    endpoint: env["BACKUP_S3_ENDPOINT"]!,
    region: env["BACKUP_S3_REGION"] || "auto",
    keyId: env["BACKUP_S3_KEY_ID"]!,
    secret: env["BACKUP_S3_SECRET"]!,
  };
}
