import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";
import { benefitId } from "./catalog.ts";

/** A download. Its content is in its versions. */
export const files = sqliteTable(
  "files",
  {
    id: text().primaryKey(),
    benefitId: benefitId().notNull(),
    /** The name shown to users. */
    name: text().notNull(),
    position: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Set when the seller archives it. It is then no longer offered. */
    archivedAt: integer("archived_at"),
  },
  (table) => [
    index("files_benefit").on(table.benefitId, table.position),
    // For the team's list of all files: by name, and each state in both orders.
    index("files_name").on(sql`name COLLATE NOCASE`, table.id),
    index("files_state").on(sql`(archived_at IS NOT NULL)`, table.id),
    index("files_state_name").on(
      sql`(archived_at IS NOT NULL)`,
      sql`name COLLATE NOCASE`,
      table.id,
    ),
  ],
);

/** A version of a file, stored in R2 and never changed. The highest number is the newest. */
export const fileVersions = sqliteTable(
  "file_versions",
  {
    id: text().primaryKey(),
    fileId: text("file_id")
      .notNull()
      .references(() => files.id),
    number: integer().notNull(),
    /** The seller's label, e.g. `2.1`. */
    label: text().notNull().default(""),
    /** The file name used when it is downloaded. */
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    /** In bytes. */
    size: integer().notNull(),
    /** Lower-case hex. */
    sha256: text().notNull(),
    r2Key: text("r2_key").notNull().unique(),
    /** Number of downloads started. */
    downloads: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    withdrawnAt: integer("withdrawn_at"),
  },
  (table) => [uniqueIndex("file_versions_number").on(table.fileId, table.number)],
);

/** Number of downloads per user and file version. */
export const downloads = sqliteTable(
  "downloads",
  {
    userId: userId().notNull(),
    fileVersionId: text("file_version_id")
      .notNull()
      .references(() => fileVersions.id),
    count: integer().notNull(),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fileVersionId] })],
);
