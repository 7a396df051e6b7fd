import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";
import { benefits } from "./catalog.ts";

/** Something to download; what is downloaded is one of its versions. */
export const files = sqliteTable(
  "files",
  {
    id: text().primaryKey(),
    benefitId: text("benefit_id")
      .notNull()
      .references(() => benefits.id),
    /** What people call it. */
    name: text().notNull(),
    position: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Set where the seller withdrew it: nobody is offered it any more. */
    archivedAt: integer("archived_at"),
  },
  (table) => [index("files_benefit").on(table.benefitId, table.position)],
);

/** The bytes of a file, kept in R2 and never changed. The highest number is the newest. */
export const fileVersions = sqliteTable(
  "file_versions",
  {
    id: text().primaryKey(),
    fileId: text("file_id")
      .notNull()
      .references(() => files.id),
    number: integer().notNull(),
    /** The seller's word for it, e.g. `2.1`. */
    label: text().notNull().default(""),
    /** The name it is saved under. */
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    /** In bytes. */
    size: integer().notNull(),
    /** Lower-case hex. */
    sha256: text().notNull(),
    r2Key: text("r2_key").notNull().unique(),
    /** How often a download of it was begun. */
    downloads: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    withdrawnAt: integer("withdrawn_at"),
  },
  (table) => [uniqueIndex("file_versions_number").on(table.fileId, table.number)],
);

/** Who has downloaded what, and how often. */
export const downloads = sqliteTable(
  "downloads",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    fileVersionId: text("file_version_id")
      .notNull()
      .references(() => fileVersions.id),
    count: integer().notNull(),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fileVersionId] })],
);
