import { asc, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { downloads, files, fileVersions } from "../../db/schema/files.ts";
import { licenseKeys } from "../../db/schema/licenses.ts";
import { pick } from "../../lib/pick.ts";

/** Lists when the user's license keys were issued, rotated and disabled, without the keys themselves. */
export function listKeyHistory(db: Database, userId: string) {
  return db
    .select(pick(licenseKeys, ["id", "grantId", "createdAt", "rotatedAt", "disabledAt"]))
    .from(licenseKeys)
    .where(eq(licenseKeys.userId, userId))
    .orderBy(asc(licenseKeys.id));
}

/** Lists what the user has downloaded, including withdrawn versions. */
export function listDownloadHistory(db: Database, userId: string) {
  return db
    .select({
      fileVersionId: downloads.fileVersionId,
      benefitId: files.benefitId,
      fileId: files.id,
      name: files.name,
      label: fileVersions.label,
      count: downloads.count,
      firstAt: downloads.firstAt,
      lastAt: downloads.lastAt,
    })
    .from(downloads)
    .innerJoin(fileVersions, eq(fileVersions.id, downloads.fileVersionId))
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(eq(downloads.userId, userId))
    .orderBy(asc(downloads.fileVersionId));
}
