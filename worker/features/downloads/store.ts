import { and, eq, isNull, sql } from "drizzle-orm";
import { type Database } from "../../db/client.ts";
import { files, fileVersions } from "../../db/schema/files.ts";

export type FileRow = typeof files.$inferSelect;
export type VersionRow = typeof fileVersions.$inferSelect;

/** Appends a file to its benefit's. */
export function insertFile(db: Database, row: Omit<FileRow, "position" | "archivedAt">) {
  const last = sql`(SELECT max(position) FROM files WHERE benefit_id = ${row.benefitId})`;
  return db.insert(files).values({ ...row, position: sql`coalesce(${last}, -1) + 1` });
}

/** A file that is offered. */
export function findOpenFile(db: Database, fileId: string) {
  return db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), isNull(files.archivedAt)))
    .get();
}

/** Appends a version: its number is the next, decided by the database. */
export function insertVersion(
  db: Database,
  row: Omit<VersionRow, "number" | "downloads" | "withdrawnAt">,
) {
  const last = sql`(SELECT max(number) FROM file_versions WHERE file_id = ${row.fileId})`;
  return db.insert(fileVersions).values({ ...row, number: sql`coalesce(${last}, 0) + 1` });
}

export function findVersion(db: Database, versionId: string) {
  return db.select().from(fileVersions).where(eq(fileVersions.id, versionId)).get();
}
