import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { prices, productId } from "./catalog.ts";

/** What a promotion code takes off: a share, or an amount in minor units. At Stripe, neither can be changed. */
export type LinkDiscount = {
  code: string;
  percentOff: number | null;
  amountOffMinor: number | null;
  currency: string | null;
};

/**
 * A link that a seller makes once and gives to many: `/buy/<code>`. It sells a price, and one-time prices beside
 * it. What it sells and its metadata never change, so that earlier purchases keep what they were made with.
 */
export const permanentLinks = sqliteTable(
  "permanent_links",
  {
    id: text().primaryKey(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    /** In its URL. Nobody can guess it, but it is no secret. */
    code: text().notNull(),
    /** For the team; empty without one. */
    name: text().notNull().default(""),
    productId: productId().notNull(),
    priceId: text("price_id")
      .notNull()
      .references(() => prices.id),
    /** The one-time prices that it sells beside that, as a JSON array of their ids; null for none. */
    addedPrices: text("added_prices"),
    /** Seats, for a price per seat. */
    quantity: integer().notNull().default(1),
    /** Stripe's id of the promotion code that it applies, and what that takes off; null without one. */
    promotionCodeId: text("promotion_code_id"),
    discount: text({ mode: "json" }).$type<LinkDiscount>(),
    /** Where buyers go after paying. */
    successUrl: text("success_url"),
    metadata: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    /** Unix milliseconds; null for no end. */
    expiresAt: integer("expires_at"),
    /** How many checkouts may be open or paid; null for any number. */
    maxPurchases: integer("max_purchases"),
    active: integer({ mode: "boolean" }).notNull().default(true),
    /**
     * The price, and its promotion code if it has one, of a link that has no other options: "Copy link" offers it again.
     * Null for every other link.
     */
    plainOf: text("plain_of"),
    /** How often people opened it, without robots, the team and the way back from signing in. */
    views: integer().notNull().default(0),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("permanent_links_code").on(table.code),
    index("permanent_links_product").on(table.productId),
    // However often a plain link is asked for, there is one.
    uniqueIndex("permanent_links_plain").on(table.plainOf),
  ],
);
