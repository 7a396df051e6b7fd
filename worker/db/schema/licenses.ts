import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";
import { benefitId } from "./catalog.ts";
import { grants } from "./grants.ts";

/**
 * A key's status according to its row alone. An index uses exactly this expression. A key that is `issued` or
 * `disabled` is also revoked if its grant has ended, and an `issued` one may have expired.
 */
export const licenseKeyStatus = sql<"rotated" | "disabled" | "in_stock" | "issued">`CASE
  WHEN rotated_at IS NOT NULL THEN 'rotated' WHEN disabled_at IS NOT NULL THEN 'disabled'
  WHEN is_in_stock = 1 THEN 'in_stock' ELSE 'issued' END`;

/**
 * A license key. Its row and its grant decide whether it works: it is revoked if it was rotated or has no grant in
 * force, otherwise disabled if `disabledAt` is set, otherwise granted. Its limits stay as they were when it was issued,
 * even if the benefit changes.
 */
export const licenseKeys = sqliteTable(
  "license_keys",
  {
    id: text().primaryKey(),
    benefitId: benefitId().notNull(),
    /** Null for an imported key that has no user yet. */
    userId: userId(),
    grantId: text("grant_id").references(() => grants.id),
    /** The key as it is displayed. */
    key: text().notNull(),
    /** SHA-256 of the normalized key. Keys are looked up by hash, so that timing reveals nothing about a guess. */
    keyHash: text("key_hash").notNull(),
    origin: text({ enum: ["generated", "imported"] }).notNull(),
    /** True for an imported key that waits for a buyer. It isn't valid until then. */
    isInStock: integer("is_in_stock", { mode: "boolean" }).notNull().default(false),
    /** The name it was issued to. */
    licensee: text(),
    /** Maximum concurrent activations; null if unlimited. Multiplied by the grant's quantity if `perSeat` is true. */
    activationLimit: integer("activation_limit"),
    perSeat: integer("per_seat", { mode: "boolean" }).notNull().default(false),
    usesLimit: integer("uses_limit"),
    uses: integer().notNull().default(0),
    expiresAt: integer("expires_at"),
    disabledAt: integer("disabled_at"),
    /** When the user replaced it with a new key. */
    rotatedAt: integer("rotated_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("license_keys_hash").on(table.keyHash),
    // One active key per grant, even with concurrent syncs.
    uniqueIndex("license_keys_grant")
      .on(table.grantId)
      .where(sql`rotated_at IS NULL`),
    index("license_keys_user").on(table.userId),
    // For the team's search by the start of a key. Other programs look keys up by hash.
    index("license_keys_key").on(sql`key COLLATE NOCASE`),
    // For the list of all users' keys, without those in stock.
    index("license_keys_issued")
      .on(table.createdAt, table.id)
      .where(sql`user_id IS NOT NULL`),
    index("license_keys_benefit").on(table.benefitId, table.createdAt, table.id),
    index("license_keys_stock")
      .on(table.benefitId, table.id)
      .where(sql`is_in_stock = 1`),
    index("license_keys_standing").on(table.benefitId, licenseKeyStatus, table.id),
    index("license_keys_expiring")
      .on(table.benefitId, table.expiresAt, table.id)
      .where(sql`expires_at IS NOT NULL`),
    index("license_keys_rotated")
      .on(table.benefitId, table.rotatedAt, table.id)
      .where(sql`rotated_at IS NOT NULL`),
  ],
);

/** A device where a license key is active. */
export const activations = sqliteTable(
  "activations",
  {
    id: text().primaryKey(),
    licenseKeyId: text("license_key_id")
      .notNull()
      .references(() => licenseKeys.id, { onDelete: "cascade" }),
    /** The application's id of the device. Activating the same fingerprint again changes nothing. */
    fingerprint: text().notNull(),
    /** The device's name, shown to the user. */
    label: text().notNull().default(""),
    meta: text({ mode: "json" }).$type<Record<string, string | number | boolean>>().notNull(),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
  },
  (table) => [uniqueIndex("activations_fingerprint").on(table.licenseKeyId, table.fingerprint)],
);
