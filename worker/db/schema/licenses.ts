import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";
import { benefits } from "./catalog.ts";
import { grants } from "./grants.ts";

/**
 * How a key stands by its row alone: an index has it, so a query says it in these words. A key that is `issued` or
 * `disabled` is revoked all the same where its grant is over, and one that is `issued` may have expired.
 */
export const keyStanding = sql<"rotated" | "disabled" | "in_stock" | "issued">`CASE
  WHEN rotated_at IS NOT NULL THEN 'rotated' WHEN disabled_at IS NOT NULL THEN 'disabled'
  WHEN is_in_stock = 1 THEN 'in_stock' ELSE 'issued' END`;

/**
 * A license key. Whether it works follows from the row and its grant: rotated or without a grant in force it is
 * revoked, else disabled where `disabledAt` is set, else granted. Limits are those of the day it was issued, whatever
 * became of the benefit since.
 */
export const licenseKeys = sqliteTable(
  "license_keys",
  {
    id: text().primaryKey(),
    benefitId: text("benefit_id")
      .notNull()
      .references(() => benefits.id),
    /** Null for an imported key that nobody holds yet. */
    userId: text("user_id").references(() => users.id),
    grantId: text("grant_id").references(() => grants.id),
    /** As it is shown. */
    key: text().notNull(),
    /** SHA-256 of the normalized key: what it is looked up by, so that no comparison tells how much of a guess was right. */
    keyHash: text("key_hash").notNull(),
    origin: text({ enum: ["generated", "imported"] }).notNull(),
    /** Imported to be handed out to the next buyer; until then it is no valid key. */
    isInStock: integer("is_in_stock", { mode: "boolean" }).notNull().default(false),
    /** Whom it was issued to. */
    licensee: text(),
    /** Activations at a time; null: any number. Multiplied by the grant's quantity where `perSeat`. */
    activationLimit: integer("activation_limit"),
    perSeat: integer("per_seat", { mode: "boolean" }).notNull().default(false),
    usesLimit: integer("uses_limit"),
    uses: integer().notNull().default(0),
    expiresAt: integer("expires_at"),
    disabledAt: integer("disabled_at"),
    /** When its owner took another in its place. */
    rotatedAt: integer("rotated_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("license_keys_hash").on(table.keyHash),
    // One living key a grant, whoever syncs at the same moment.
    uniqueIndex("license_keys_grant")
      .on(table.grantId)
      .where(sql`rotated_at IS NULL`),
    index("license_keys_user").on(table.userId),
    index("license_keys_benefit").on(table.benefitId, table.createdAt, table.id),
    index("license_keys_stock")
      .on(table.benefitId, table.id)
      .where(sql`is_in_stock = 1`),
    index("license_keys_standing").on(table.benefitId, keyStanding, table.id),
    index("license_keys_expiring")
      .on(table.benefitId, table.expiresAt, table.id)
      .where(sql`expires_at IS NOT NULL`),
    index("license_keys_rotated")
      .on(table.benefitId, table.rotatedAt, table.id)
      .where(sql`rotated_at IS NOT NULL`),
  ],
);

/** A device or a place where a license key is in use. */
export const activations = sqliteTable(
  "activations",
  {
    id: text().primaryKey(),
    licenseKeyId: text("license_key_id")
      .notNull()
      .references(() => licenseKeys.id, { onDelete: "cascade" }),
    /** What the application knows the device by; activating it again is the same activation. */
    fingerprint: text().notNull(),
    /** What its owner knows it by. */
    label: text().notNull().default(""),
    meta: text({ mode: "json" }).$type<Record<string, string | number | boolean>>().notNull(),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
  },
  (table) => [uniqueIndex("activations_fingerprint").on(table.licenseKeyId, table.fingerprint)],
);
