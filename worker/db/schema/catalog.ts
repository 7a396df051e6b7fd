import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

export const products = sqliteTable(
  "products",
  {
    id: text().primaryKey(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** One plain-text line under the name. */
    tagline: text().notNull().default(""),
    /** Markdown. */
    description: text().notNull().default(""),
    image: text(),
    status: text({ enum: ["draft", "published", "archived"] })
      .notNull()
      .default("draft"),
    position: integer().notNull().default(0),
    /** Of the products that share a group, a person holds one at a time. */
    exclusiveGroup: text("exclusive_group"),
    mode: text({ enum: ["test", "live"] }).notNull(),
    stripeProductId: text("stripe_product_id"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("products_stripe").on(table.mode, table.stripeProductId),
    index("products_status").on(table.status, table.position),
    index("products_group").on(table.exclusiveGroup),
  ],
);

export const prices = sqliteTable(
  "prices",
  {
    id: text().primaryKey(),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    type: text({ enum: ["one_time", "recurring"] }).notNull(),
    interval: text({ enum: ["day", "week", "month", "year"] }),
    intervalCount: integer("interval_count"),
    /** In the currency's smallest unit. */
    amountMinor: integer("amount_minor").notNull(),
    /** ISO 4217, lower case, as Stripe writes it. */
    currency: text().notNull(),
    /** Who says how much: the seller, the buyer (at least `minimumMinor`), or the seller for each seat. */
    model: text({ enum: ["fixed", "pay_what_you_want", "per_seat"] })
      .notNull()
      .default("fixed"),
    /** For pay_what_you_want: the least that is taken, and what is suggested. */
    minimumMinor: integer("minimum_minor"),
    presetMinor: integer("preset_minor"),
    trialDays: integer("trial_days").notNull().default(0),
    active: integer({ mode: "boolean" }).notNull().default(true),
    mode: text({ enum: ["test", "live"] }).notNull(),
    stripePriceId: text("stripe_price_id"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("prices_stripe").on(table.mode, table.stripePriceId),
    index("prices_product").on(table.productId),
  ],
);

/** What a seller decides about a benefit, by its type. A `note` is shown to those who hold it. */
export type BenefitSettings = {
  /**
   * A named entitlement. `key` is what an application asks for; `limit` is how much of it one may use, times the
   * quantity that was bought where it is `perSeat`.
   */
  feature: { note?: string; key?: string; limit?: { amount: number; perSeat: boolean } };
  /**
   * `prefix` begins every key. Limits that are left out are none; `perSeat` multiplies the activations by the quantity
   * that was bought. `isNamed`: the key is issued in its holder's name, and waits for one. `isFromStock`: keys are those
   * that the seller imported, and none are made.
   */
  license_key: {
    note?: string;
    prefix: string;
    activationLimit?: number;
    perSeat?: boolean;
    usesLimit?: number;
    expiresAfterDays?: number;
    isNamed?: boolean;
    isFromStock?: boolean;
  };
  /** Its files are rows of `files`. */
  download: { note?: string };
  /** Its pages are rows of `benefit_pages`. */
  page: { note?: string };
  /** Something elsewhere, or words alone. */
  link: { url?: string; note?: string };
};

export type BenefitType = keyof BenefitSettings;

export const benefits = sqliteTable("benefits", {
  id: text().primaryKey(),
  type: text({ enum: ["feature", "license_key", "download", "page", "link"] }).notNull(),
  name: text().notNull(),
  settings: text({ mode: "json" }).$type<BenefitSettings[BenefitType]>().notNull(),
  createdAt: integer("created_at").notNull(),
});

export const productBenefits = sqliteTable(
  "product_benefits",
  {
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    benefitId: text("benefit_id")
      .notNull()
      .references(() => benefits.id),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.benefitId] }),
    index("product_benefits_benefit").on(table.benefitId),
  ],
);
