import type { Mode } from "../../config/config.ts";
import { inForce } from "../../in-force.ts";
import { and, asc, desc, eq, exists, gte, isNull, notExists, sql } from "drizzle-orm";
import { isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { downloads, files, fileVersions } from "../../db/schema/files.ts";
import { grants } from "../../db/schema/grants.ts";
import { pick } from "../../lib/pick.ts";

export type FileRow = typeof files.$inferSelect;
export type VersionRow = typeof fileVersions.$inferSelect;

const isAvailable = and(isNull(files.archivedAt), isNull(fileVersions.withdrawnAt));

/** Lists the available versions with their files, files in the seller's order, versions newest first. */
export function listAvailableVersions(db: Database, benefitIds: string[]) {
  return db
    .select({ file: files, version: fileVersions })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .where(and(isOneOf(files.benefitId, benefitIds), isAvailable))
    .orderBy(asc(files.benefitId), asc(files.position), desc(fileVersions.number));
}

/** Lists all files and versions of a benefit, also archived and withdrawn ones; a file without versions has null. */
export function listAllVersions(db: Database, benefitId: string) {
  return db
    .select({ file: files, version: fileVersions })
    .from(files)
    .leftJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .where(eq(files.benefitId, benefitId))
    .orderBy(asc(files.position), desc(fileVersions.number));
}

/**
 * Returns an available version if the user may download it at `now`: they need a grant in force of its benefit. In
 * outage mode, grants are evaluated at the start of the outage. `lastAt` is when the user last started to download it.
 */
export function findEntitledVersion(
  db: Database,
  input: { userId: string; versionId: string; mode: Mode; now: number },
) {
  const { userId, versionId, now } = input;
  const accessTime = sql`min(${now}, coalesce((SELECT since FROM switches WHERE name = 'revocations_frozen'), ${now}))`;
  const grantInForce = db
    .select({ id: grants.id })
    .from(grants)
    .where(
      and(
        eq(grants.userId, userId),
        eq(grants.benefitId, files.benefitId),
        eq(grants.mode, input.mode),
        inForce(accessTime),
      ),
    );
  return db
    .select({ version: fileVersions, benefitId: files.benefitId, lastAt: downloads.lastAt })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .leftJoin(
      downloads,
      and(eq(downloads.userId, userId), eq(downloads.fileVersionId, fileVersions.id)),
    )
    .where(and(eq(fileVersions.id, versionId), isAvailable, exists(grantInForce)))
    .get();
}

export function findFile(db: Database, fileId: string) {
  return db.select().from(files).where(eq(files.id, fileId)).get();
}

/** Returns a file that is not archived. */
export function findActiveFile(db: Database, fileId: string) {
  return db
    .select()
    .from(files)
    .where(matches(files, { id: fileId, archivedAt: null }))
    .get();
}

export function findVersion(db: Database, versionId: string) {
  return db.select().from(fileVersions).where(eq(fileVersions.id, versionId)).get();
}

/** Inserts a file at the end of its benefit's files. */
export function insertFile(db: Database, row: Omit<FileRow, "position" | "archivedAt">): Statement {
  const last = sql`(SELECT max(position) FROM files WHERE benefit_id = ${row.benefitId})`;
  return db.insert(files).values({ ...row, position: sql`coalesce(${last}, -1) + 1` });
}

/** Inserts a version. The database assigns the next number. */
export function insertVersion(
  db: Database,
  row: Omit<VersionRow, "number" | "downloads" | "withdrawnAt">,
): Statement {
  const last = sql`(SELECT max(number) FROM file_versions WHERE file_id = ${row.fileId})`;
  return db.insert(fileVersions).values({ ...row, number: sql`coalesce(${last}, 0) + 1` });
}

export function setFileName(db: Database, fileId: string, name: string): Statement {
  return db.update(files).set({ name }).where(eq(files.id, fileId));
}

/** Sets each file's position to its place in the list. Ignores files of other benefits. */
export function setFilePositions(
  db: Database,
  input: { benefitId: string; fileIds: string[] },
): Statement {
  const list = sql`json_each(${JSON.stringify(input.fileIds)})`;
  return db
    .update(files)
    .set({ position: sql`(SELECT key FROM ${list} WHERE value = ${files.id})` })
    .where(and(eq(files.benefitId, input.benefitId), isOneOf(files.id, input.fileIds)));
}

export function setFileArchivedAt(
  db: Database,
  fileId: string,
  archivedAt: number | null,
): Statement {
  return db.update(files).set({ archivedAt }).where(eq(files.id, fileId));
}

export function setVersionWithdrawnAt(
  db: Database,
  versionId: string,
  withdrawnAt: number | null,
): Statement {
  return db.update(fileVersions).set({ withdrawnAt }).where(eq(fileVersions.id, versionId));
}

/**
 * Adds one to the downloads, unless the user started one of this version at `since` or later: all requests of one link
 * count as one download. Run both statements in one batch, in this order.
 */
export function incrementDownloads(
  db: Database,
  {
    userId,
    versionId,
    since,
    now,
  }: Record<"userId" | "versionId", string> & Record<"since" | "now", number>,
) {
  const isOwnDownload = matches(downloads, { userId, fileVersionId: versionId });
  const alreadyCounted = db
    .select({ at: downloads.lastAt })
    .from(downloads)
    .where(and(isOwnDownload, gte(downloads.lastAt, since)));
  return [
    db
      .update(fileVersions)
      .set({ downloads: sql`${fileVersions.downloads} + 1` })
      .where(and(eq(fileVersions.id, versionId), notExists(alreadyCounted))),
    db
      .insert(downloads)
      .values({ userId, fileVersionId: versionId, count: 1, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: [downloads.userId, downloads.fileVersionId],
        set: { count: sql`${downloads.count} + 1`, lastAt: now },
        setWhere: sql`${downloads.lastAt} < ${since}`,
      }),
  ];
}

/** Moves one user's download counts to another. Those of the same file are added up. */
export function moveDownloads(db: Database, fromId: string, intoId: string): Statement[] {
  return [
    db
      .insert(downloads)
      .select(
        db
          .select({
            userId: sql<string>`${intoId}`.as("user_id"),
            ...pick(downloads, ["fileVersionId", "count", "firstAt", "lastAt"]),
          })
          .from(downloads)
          .where(eq(downloads.userId, fromId)),
      )
      .onConflictDoUpdate({
        target: [downloads.userId, downloads.fileVersionId],
        set: {
          count: sql`count + excluded.count`,
          firstAt: sql`min(first_at, excluded.first_at)`,
          lastAt: sql`max(last_at, excluded.last_at)`,
        },
      }),
    db.delete(downloads).where(eq(downloads.userId, fromId)),
  ];
}
