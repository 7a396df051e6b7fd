import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";
import { benefits, products } from "./catalog.ts";

/**
 * user × benefit × source. Rewritten by the sync from the mirrored rows, never patched by an event.
 * Access is: `revokedAt` is null and `endsAt` is null or in the future.
 */
export const grants = sqliteTable(
  "grants",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    benefitId: text("benefit_id")
      .notNull()
      .references(() => benefits.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    sourceType: text("source_type", { enum: ["order", "subscription", "manual"] }).notNull(),
    sourceId: text("source_id").notNull(),
    /** The state of the source that decided, e.g. `order_paid`; see features/grants/policy. */
    reason: text().notNull(),
    grantedAt: integer("granted_at").notNull(),
    endsAt: integer("ends_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("grants_source").on(
      table.userId,
      table.benefitId,
      table.sourceType,
      table.sourceId,
    ),
    index("grants_by_source").on(table.sourceType, table.sourceId),
  ],
);
