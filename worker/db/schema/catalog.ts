import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ProductMedia } from "../../shared/product-media.ts";
import type { SoldKind } from "../../shared/sold-kinds.ts";
import type { StoredSharePicture } from "../../drawing/share-card.ts";

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
    /** More pictures, and what can be heard or seen before buying; null if there is nothing. */
    media: text({ mode: "json" }).$type<ProductMedia>(),
    /** The picture of links to the product, drawn in a seller's browser: its hash, and what it was drawn from, in each language. */
    sharePicture: text("share_picture", { mode: "json" }).$type<StoredSharePicture>(),
    status: text({ enum: ["draft", "published", "archived"] })
      .notNull()
      .default("draft"),
    position: integer().notNull().default(0),
    /** The products that are offered beside it, by their ids, in the seller's order; null for none. */
    addOns: text("add_ons", { mode: "json" }).$type<string[]>(),
    /** The products that it includes, by their ids, if it is a bundle; else null. */
    parts: text({ mode: "json" }).$type<string[]>(),
    /** A user can hold only one product of a plan group at a time. */
    planGroup: text("exclusive_group"),
    mode: text({ enum: ["test", "live"] }).notNull(),
    stripeProductId: text("stripe_product_id"),
    /** Stripe's code of what kind of product it is, such as `txcd_10302000`; null leaves it to Stripe. */
    taxCode: text("tax_code"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("products_stripe").on(table.mode, table.stripeProductId),
    index("products_status").on(table.status, table.position),
    index("products_group").on(table.planGroup),
  ],
);

/** The column that refers to a product. */
export const productId = () => text("product_id").references(() => products.id);

export const prices = sqliteTable(
  "prices",
  {
    id: text().primaryKey(),
    productId: productId().notNull(),
    type: text({ enum: ["one_time", "recurring"] }).notNull(),
    interval: text({ enum: ["day", "week", "month", "year"] }),
    intervalCount: integer("interval_count"),
    /** In minor units. */
    amountMinor: integer("amount_minor").notNull(),
    /** ISO 4217, lower case, as Stripe writes it. */
    currency: text().notNull(),
    /** Who sets the amount: the seller, the buyer (at least `minimumMinor`), or the seller per seat. */
    model: text({ enum: ["fixed", "pay_what_you_want", "per_seat"] })
      .notNull()
      .default("fixed"),
    /** For `pay_what_you_want`: the minimum and the suggested amount. */
    minimumMinor: integer("minimum_minor"),
    presetMinor: integer("preset_minor"),
    trialDays: integer("trial_days").notNull().default(0),
    /** Whether the amount includes tax, as Stripe has it; null until Stripe has answered. */
    taxBehavior: text("tax_behavior", { enum: ["exclusive", "inclusive", "unspecified"] }),
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

/** The price that owners of a product can upgrade to, at the difference to what they have paid. */
export const upgrades = sqliteTable("upgrades", {
  fromProductId: text("from_product_id")
    .primaryKey()
    .references(() => products.id),
  toPriceId: text("to_price_id")
    .notNull()
    .references(() => prices.id),
  createdAt: integer("created_at").notNull(),
});

/** What a product can include. */
export const benefitTypes = ["feature", "license_key", "download", "page", "link"] as const;
export type BenefitType = (typeof benefitTypes)[number];

/**
 * What every type of benefit has. `note` is shown to users who have the benefit. `kind` is what it is to consumer law, if
 * the seller chose that; without it, the type decides (`kindOfBenefit`).
 */
type CommonSettings = { note?: string; kind?: SoldKind };

/** The settings of a benefit, by its type. */
export type BenefitSettings = {
  /**
   * A feature of the seller's application. The application asks for `key`. `limit` is how much a user may use of it,
   * multiplied by the quantity bought if `perSeat` is true.
   */
  feature: CommonSettings & { key?: string; limit?: { amount: number; perSeat: boolean } };
  /**
   * Every key starts with `prefix`. A limit that is left out means no limit. `perSeat` multiplies the activations by
   * the quantity bought. `isNamed`: the key is issued in the user's name, and waits until there is one. `isFromStock`:
   * keys come from those that the seller imported, and none are generated.
   */
  license_key: CommonSettings & {
    prefix: string;
    activationLimit?: number;
    perSeat?: boolean;
    usesLimit?: number;
    expiresAfterDays?: number;
    isNamed?: boolean;
    isFromStock?: boolean;
  };
  /** Its files are in `files`. */
  download: CommonSettings;
  /** Its pages are in `benefit_pages`. */
  page: CommonSettings;
  /** A link to another site, or only a note. */
  link: CommonSettings & { url?: string };
};

export const benefits = sqliteTable("benefits", {
  id: text().primaryKey(),
  type: text({ enum: benefitTypes }).notNull(),
  name: text().notNull(),
  settings: text({ mode: "json" }).$type<BenefitSettings[BenefitType]>().notNull(),
  createdAt: integer("created_at").notNull(),
});

/** The column that refers to a benefit. */
export const benefitId = () => text("benefit_id").references(() => benefits.id);

export const productBenefits = sqliteTable(
  "product_benefits",
  {
    productId: productId().notNull(),
    benefitId: benefitId().notNull(),
    position: integer().notNull(),
    /** The included product that a bundle has it from; null for a benefit of its own. */
    partId: text("part_id"),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.benefitId] }),
    index("product_benefits_benefit").on(table.benefitId),
  ],
);
