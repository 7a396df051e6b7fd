import { sql } from "drizzle-orm";
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";
import { prices, productId } from "./catalog.ts";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/**
 * One Stripe customer per (user, mode). Events increase `dirtySeq`, and a sync that covered everything up to it sets
 * `syncedSeq`. `leaseToken` and `leaseUntil` are the sync's lease. `fence` can only be 1: a write under a lost lease
 * sets it to 0, which violates the check and aborts the whole batch.
 */
export const stripeCustomers = sqliteTable(
  "customers",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    mode: mode(),
    /** Null until Stripe has created the customer. */
    stripeCustomerId: text("stripe_customer_id"),
    /** The Stripe account that it was made in; null if not known. */
    stripeAccount: text("stripe_account"),
    /**
     * The default payment method at Stripe that the customer's subscriptions have been changed to. Another one at
     * Stripe means that the user has changed the card.
     */
    defaultPaymentMethodId: text("default_payment_method_id"),
    /**
     * The currency of the live subscriptions at Stripe, also of those to products that aren't ours. Lower case; null if
     * there are none. Stripe bills a customer in one currency only.
     */
    billingCurrency: text("billing_currency"),
    /** Number of Stripe customers this row has had: one deleted at Stripe is replaced by a new one. */
    generation: integer().notNull().default(0),
    /** The email used to create the Stripe customer, stored so that every retry sends the same one. */
    email: text(),
    dirtySeq: integer("dirty_seq").notNull().default(0),
    syncedSeq: integer("synced_seq").notNull().default(0),
    /** The `dirty_seq` of the latest event that sent a message to the queue. */
    enqueuedSeq: integer("enqueued_seq").notNull().default(0),
    leaseToken: text("lease_token"),
    leaseUntil: integer("lease_until").notNull().default(0),
    fence: integer().notNull().default(1),
    syncedAt: integer("synced_at"),
    /** True if it came from an account that was merged into this user's. It is synced, but not used for purchases. */
    isSecondary: integer("is_secondary", { mode: "boolean" }).notNull().default(false),
    /** The checkouts that were opened since `checkoutsSince`; see the limit in sync/customer/limit-checkouts. */
    checkoutCount: integer("checkout_count").notNull().default(0),
    checkoutsSince: integer("checkouts_since").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("customers_user")
      .on(table.userId, table.mode)
      .where(sql`is_secondary = 0`),
    index("customers_all_of_user").on(table.userId),
    uniqueIndex("customers_stripe").on(table.mode, table.stripeCustomerId),
    index("customers_dirty")
      .on(table.id)
      .where(sql`dirty_seq > synced_seq`),
    check("customers_fence", sql`fence = 1`),
  ],
);

const customerId = () => text("customer_id").references(() => stripeCustomers.id);

/** Whom a purchase is a gift for. */
export type CheckoutGift = {
  /** What the buyer calls the recipient; empty if they don't say. */
  recipientName: string;
  /** In lower case; null if the buyer passes on the link. */
  email: string | null;
  /** What the recipient is told about the giver. */
  giverName: string;
  message: string;
  /** When the email leaves, in unix milliseconds; null for at once. */
  sendAt: number | null;
  /** For how many of its periods a recurring price is given. */
  periods?: number | undefined;
};

/**
 * A checkout. A user has at most one open checkout per mode and group: the unique index decides between concurrent
 * tabs.
 */
export const checkouts = sqliteTable(
  "checkouts",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    customerId: customerId().notNull(),
    productId: productId().notNull(),
    priceId: text("price_id")
      .notNull()
      .references(() => prices.id),
    /** The product's plan group, or the product's id if it has none. */
    groupKey: text("group_key").notNull(),
    /** Seats, for a price per seat. */
    quantity: integer().notNull().default(1),
    mode: mode(),
    status: text({ enum: ["open", "complete", "expired"] }).notNull(),
    /** Trial days of this checkout, stored so that every retry asks Stripe for the same session. */
    trialDays: integer("trial_days").notNull(),
    /** The language of the page it was opened on, stored for the same reason; null before there were languages. */
    locale: text(),
    stripeSessionId: text("stripe_session_id"),
    stripeSubscriptionId: text("stripe_subscription_id"),
    /** The checkout link or permanent link that opened it last; null without one. */
    linkId: text("link_id"),
    /** Where the visit to a permanent link came from, as JSON (`readReferral`); null if its URL does not say. */
    referral: text(),
    /** Stripe's id of the promotion code that its permanent link applies; null without one. */
    promotionCodeId: text("promotion_code_id"),
    /** The order that it upgrades, and what was paid for that, which it takes off; null if it is no upgrade. */
    upgradeOf: text("upgrade_of"),
    upgradeCreditMinor: integer("upgrade_credit_minor"),
    /** Whom it is a gift for; null if it is none, and after the gift was made of it. */
    gift: text({ mode: "json" }).$type<CheckoutGift>(),
    /** The one-time prices that are bought beside the price, as a JSON array of their ids; null for none. */
    addedPrices: text("added_prices"),
    url: text(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("checkouts_open")
      .on(table.userId, table.mode, table.groupKey)
      .where(sql`status = 'open'`),
    // At most one open checkout offers a trial: otherwise three tabs would give three trials.
    uniqueIndex("checkouts_open_trial")
      .on(table.userId, table.mode)
      .where(sql`status = 'open' AND trial_days > 0`),
    uniqueIndex("checkouts_stripe").on(table.mode, table.stripeSessionId),
    index("checkouts_customer").on(table.customerId),
    index("checkouts_time").on(table.mode, table.createdAt, table.id),
    index("checkouts_open_time")
      .on(table.mode, table.createdAt)
      .where(sql`status = 'open'`),
    index("checkouts_link")
      .on(table.linkId)
      .where(sql`link_id IS NOT NULL`),
    // The purchases that count toward a link's limit.
    index("checkouts_link_taken")
      .on(table.linkId)
      .where(sql`link_id IS NOT NULL AND status <> 'expired'`),
  ],
);

/** A one-time purchase, mirrored from a completed Checkout Session. Amounts come from Stripe, in minor units. */
export const orders = sqliteTable(
  "orders",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    customerId: customerId().notNull(),
    productId: productId().notNull(),
    /** Taken from the session. Not a foreign key, since a rebuilt database may lack the price. */
    priceId: text("price_id"),
    mode: mode(),
    stripeSessionId: text("stripe_session_id").notNull(),
    stripePaymentIntentId: text("stripe_payment_intent_id"),
    /** The language that the user bought in. BCP 47; null for orders from before, and from outside the shop. */
    locale: text(),
    status: text({
      enum: ["pending", "paid", "partially_refunded", "refunded", "disputed", "failed"],
    }).notNull(),
    totalMinor: integer("total_minor").notNull(),
    taxMinor: integer("tax_minor").notNull(),
    discountMinor: integer("discount_minor").notNull(),
    /** Stripe's id of the promotion code that was entered at the checkout; null without one. */
    promotionCodeId: text("promotion_code_id"),
    /** The permanent link that it was bought with; null without one. Kept as it was first read from Stripe. */
    linkId: text("link_id"),
    /** Where the visit to that link came from, as JSON (`readReferral`). May be personal: erased with the account. */
    referral: text(),
    refundedMinor: integer("refunded_minor").notNull(),
    /** Stripe's status of the payment's latest dispute; null if there was none. */
    disputeStatus: text("dispute_status"),
    /** If this was a second payment for the same thing and was refunded: the earlier purchase. */
    duplicateOf: text("duplicate_of"),
    /** Set when the customer is deleted at Stripe, which ends the access. */
    customerDeletedAt: integer("customer_deleted_at"),
    currency: text().notNull(),
    quantity: integer().notNull().default(1),
    /** When the session was created at Stripe. */
    createdAt: integer("created_at").notNull(),
    paidAt: integer("paid_at"),
    /** When the latest refund was made, and when the dispute that decides access was opened; null if there is none. */
    refundedAt: integer("refunded_at"),
    disputedAt: integer("disputed_at"),
    /** When the buyer accepted the terms of service at the checkout; null if they were not asked to. */
    consentedAt: integer("consented_at"),
    /** The text beside the box that the buyer ticked; null for Stripe's own words. */
    consentText: text("consent_text"),
    /** Whether Stripe's subsidiary Link sold it in the shop's place (Managed Payments). */
    soldByLink: integer("sold_by_link", { mode: "boolean" }).notNull().default(false),
    /** What that text is about, its version, its language and its hashes (`ConsentRecord`); null if not known. */
    consentRecord: text("consent_record"),
    /** When the email was sent that confirms the contract and has this text in it; null before that. */
    confirmedAt: integer("confirmed_at"),
    /** The gift that it pays for, whoever has it. Null if it is for its buyer. */
    giftId: text("gift_id"),
    /** The order of a smaller product that it upgrades, at the difference; null if it is no upgrade. */
    upgradeOf: text("upgrade_of"),
    /**
     * What was bought, as JSON (`purchases/orders/lines.ts`): with several products, or beside a subscription. Null for
     * one product, which the other columns say.
     */
    lines: text(),
  },
  (table) => [
    index("orders_gift")
      .on(table.giftId)
      .where(sql`gift_id IS NOT NULL`),
    uniqueIndex("orders_stripe").on(table.mode, table.stripeSessionId),
    index("orders_payment_intent").on(table.mode, table.stripePaymentIntentId),
    index("orders_user").on(table.userId, table.createdAt),
    index("orders_time").on(table.mode, table.createdAt, table.id),
    index("orders_status").on(table.mode, table.status, table.createdAt, table.id),
    index("orders_product").on(table.mode, table.productId, table.createdAt, table.id),
    // Partial: a purchase without a code writes no row of it.
    index("orders_promotion_code")
      .on(table.mode, table.promotionCodeId, table.createdAt, table.id)
      .where(sql`promotion_code_id IS NOT NULL`),
    index("orders_link")
      .on(table.linkId)
      .where(sql`link_id IS NOT NULL`),
    // Partial, too: whoever looks for a product looks through all orders with several. The second one has them in order.
    index("orders_lines")
      .on(table.userId)
      .where(sql`lines IS NOT NULL`),
    index("orders_lines_time")
      .on(table.mode, table.createdAt, table.id)
      .where(sql`lines IS NOT NULL`),
  ],
);

/** Mirrored from Stripe. `status` is Stripe's own value, including values unknown to us. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    customerId: customerId().notNull(),
    mode: mode(),
    stripeSubscriptionId: text("stripe_subscription_id").notNull(),
    status: text().notNull(),
    /** If this was a second payment for the same thing and was refunded: the earlier subscription. */
    duplicateOf: text("duplicate_of"),
    /** If its free trial was refused: the user had had one before, or the card had. Read from Stripe's cancellation. */
    trialRefused: text("trial_refused", { enum: ["user", "card"] }),
    /** The checkout that created it; null if the seller created it at Stripe. */
    checkoutId: text("checkout_id"),
    /**
     * Stripe's id of the promotion code that was entered at the checkout, and what it took off the first payment; null
     * without one, also if the team added a discount later.
     */
    promotionCodeId: text("promotion_code_id"),
    codeDiscountMinor: integer("code_discount_minor"),
    /** What all its payments brought and what was refunded of them, if it was bought with a code or a link; else null. */
    codePaidMinor: integer("code_paid_minor"),
    codeRefundedMinor: integer("code_refunded_minor"),
    /** The permanent link that it was bought with; null without one. Kept as it was first read from Stripe. */
    linkId: text("link_id"),
    /** Where the visit to that link came from, as JSON (`readReferral`). May be personal: erased with the account. */
    referral: text(),
    currentPeriodStart: integer("current_period_start"),
    currentPeriodEnd: integer("current_period_end"),
    trialStart: integer("trial_start"),
    trialEnd: integer("trial_end"),
    /** The scheduled end, taken from `cancel_at` or `cancel_at_period_end`. */
    cancelAt: integer("cancel_at"),
    canceledAt: integer("canceled_at"),
    endedAt: integer("ended_at"),
    /**
     * Why it was canceled: Stripe's `cancellation_details.feedback`, including unknown values. Null: no reason was
     * given.
     */
    cancellationFeedback: text("cancellation_feedback"),
    /** What the subscriber wrote when canceling. Personal, so it is erased with the account. */
    cancellationComment: text("cancellation_comment"),
    /**
     * Stripe's `pause_collection.behavior`. A pause doesn't change the status, so the access policy treats it
     * separately.
     */
    pauseBehavior: text("pause_behavior"),
    pauseResumesAt: integer("pause_resumes_at"),
    /**
     * Start of the first period that is unpaid because of the pause; null during the paid period. After collection has
     * resumed, it stays for the rest of a period whose invoice the pause has voided.
     */
    pausedFrom: integer("paused_from"),
    /** Since when the status is `paused`, and why, in Stripe's words; null in any other status. */
    pausedAt: integer("paused_at"),
    pauseReason: text("pause_reason"),
    /** Lower case. A customer with live billing can only use this currency. */
    currency: text(),
    /** The payment of the latest invoice. */
    latestPaymentIntentId: text("latest_payment_intent_id"),
    /**
     * The dispute that decides about access, of any payment of this subscription: Stripe's status, its time, its id,
     * and which payment it is about. Null if no payment was ever disputed.
     */
    disputeStatus: text("dispute_status"),
    disputedAt: integer("disputed_at"),
    stripeDisputeId: text("stripe_dispute_id"),
    disputedPaymentIntentId: text("disputed_payment_intent_id"),
    /**
     * Since when money is owed: when the oldest unpaid invoice was finalized or, if it was emailed, when it was due. The
     * grace period starts here.
     */
    pastDueSince: integer("past_due_since"),
    /** When the seller wrote off an invoice of a period since the last paid one; null if there is none. */
    writtenOffAt: integer("written_off_at"),
    /**
     * What the unpaid invoice needs before Stripe can collect it: the user confirms the payment with their bank (3-D
     * Secure), or pays the invoice that was emailed to them. Null if Stripe retries the payment by itself.
     */
    paymentNeeds: text("payment_needs", { enum: ["confirmation", "manual_payment"] }),
    /** When the buyer accepted the terms of service at the checkout; null if they were not asked to. */
    consentedAt: integer("consented_at"),
    /** The text beside the box that the buyer ticked; null for Stripe's own words. */
    consentText: text("consent_text"),
    /** Whether Stripe's subsidiary Link sold it in the shop's place (Managed Payments). */
    soldByLink: integer("sold_by_link", { mode: "boolean" }).notNull().default(false),
    /** What that text is about, its version, its language and its hashes (`ConsentRecord`); null if not known. */
    consentRecord: text("consent_record"),
    /** When the email was sent that confirms the contract and has this text in it; null before that. */
    confirmedAt: integer("confirmed_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("subscriptions_stripe").on(table.mode, table.stripeSubscriptionId),
    index("subscriptions_customer").on(table.customerId),
    index("subscriptions_user").on(table.userId, table.createdAt),
    index("subscriptions_time").on(table.mode, table.createdAt, table.id),
    index("subscriptions_status").on(table.mode, table.status, table.createdAt, table.id),
    index("subscriptions_ended").on(table.mode, table.endedAt, table.id),
    index("subscriptions_promotion_code")
      .on(table.mode, table.promotionCodeId, table.createdAt, table.id)
      .where(sql`promotion_code_id IS NOT NULL`),
    index("subscriptions_link")
      .on(table.linkId)
      .where(sql`link_id IS NOT NULL`),
    index("subscriptions_trial_start")
      .on(table.mode, table.createdAt, table.id)
      .where(sql`trial_start IS NOT NULL`),
    index("subscriptions_trial_ended")
      .on(table.mode, table.endedAt, table.id)
      .where(sql`trial_start IS NOT NULL`),
    index("subscriptions_trial_end")
      .on(table.mode, table.trialEnd, table.id)
      .where(sql`trial_end IS NOT NULL`),
    // Partial indexes for rare states, so that their lists don't scan all subscriptions.
    index("subscriptions_ending")
      .on(table.mode, table.createdAt, table.id)
      .where(sql`cancel_at IS NOT NULL AND ended_at IS NULL`),
    index("subscriptions_collection_paused")
      .on(table.mode, table.createdAt, table.id)
      .where(sql`pause_behavior IS NOT NULL AND ended_at IS NULL`),
    index("subscriptions_payment_intent").on(table.mode, table.latestPaymentIntentId),
    index("subscriptions_dispute")
      .on(table.mode, table.stripeDisputeId)
      .where(sql`stripe_dispute_id IS NOT NULL`),
    index("subscriptions_period")
      .on(table.currentPeriodEnd, table.id)
      .where(sql`ended_at IS NULL`),
    // Longer than 180 days: renewals that are announced.
    index("subscriptions_long_period")
      .on(table.mode, table.currentPeriodEnd, table.id)
      .where(sql`ended_at IS NULL AND current_period_end - current_period_start > 15552000000`),
  ],
);

/** A subscription's product and price. The subscriber pays this price, not the catalog's. */
export const subscriptionItems = sqliteTable(
  "subscription_items",
  {
    stripeItemId: text("stripe_item_id").primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    /** Null if the product at Stripe isn't one of ours. */
    productId: productId(),
    stripePriceId: text("stripe_price_id").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    interval: text().notNull(),
    intervalCount: integer("interval_count").notNull(),
    quantity: integer().notNull(),
    /** The exact amount where Stripe's has fractions of the smallest unit, e.g. `0.5`; else null. */
    amountDecimal: text("amount_decimal"),
    /** Whether the amount includes tax; null if Stripe calculates no tax. */
    taxBehavior: text("tax_behavior", { enum: ["exclusive", "inclusive"] }),
    /** What lasting discounts take off each regular charge of this item, in minor units. */
    discountMinor: integer("discount_minor").notNull().default(0),
  },
  (table) => [
    index("subscription_items_subscription").on(table.subscriptionId),
    index("subscription_items_product").on(table.productId, table.subscriptionId),
  ],
);

/** What a win-back offer gives. Amounts in minor units. */
export type WinBackTerms = {
  kind: "percent" | "amount" | "pause";
  percentOff: number | null;
  amountOffMinor: number | null;
  /** Of the amount, in lower case. */
  currency: string | null;
  /** For how long the discount lasts; null for the next payment only, and for a pause. */
  months: number | null;
};

/** The win-back offer that a subscriber was shown when canceling: at most one per subscription. */
export const winBackOffers = sqliteTable(
  "win_back_offers",
  {
    subscriptionId: text("subscription_id")
      .primaryKey()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    mode: mode(),
    terms: text({ mode: "json" }).$type<WinBackTerms>().notNull(),
    shownAt: integer("shown_at").notNull(),
    takenAt: integer("taken_at"),
  },
  (table) => [index("win_back_offers_time").on(table.mode, table.shownAt)],
);

/**
 * The identities of former users and unlinked identities that have had a trial, so that coming back gives no second
 * one. `hash` is keyed with a secret and reveals neither the provider nor the user.
 */
export const trialTombstones = sqliteTable("trial_tombstones", {
  hash: text().primaryKey(),
  createdAt: integer("created_at").notNull(),
});

/**
 * The cards that have had a free trial, and the subscription at Stripe whose trial it was. Written only while the shop
 * gives each card one trial. `hash` is keyed with a secret, like that of a tombstone.
 */
export const trialCards = sqliteTable("trial_cards", {
  hash: text().primaryKey(),
  stripeSubscriptionId: text("stripe_subscription_id").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Successful and failed charges, mirrored from Stripe. Amounts are in minor units. */
export const payments = sqliteTable(
  "payments",
  {
    mode: mode(),
    stripeChargeId: text("stripe_charge_id").notNull(),
    userId: userId().notNull(),
    customerId: customerId().notNull(),
    status: text({ enum: ["succeeded", "pending", "failed"] }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    refundedMinor: integer("refunded_minor").notNull(),
    currency: text().notNull(),
    /** Stripe's failure code. */
    failureCode: text("failure_code"),
    stripePaymentIntentId: text("stripe_payment_intent_id"),
    createdAt: integer("created_at").notNull(),
    /** What the account is settled in; may differ from `currency`. Null until Stripe has captured the payment. */
    settlementCurrency: text("settlement_currency"),
    /** In the settlement currency: Stripe's fees, what disputes withdrew, and what is left on the balance. */
    feeMinor: integer("fee_minor"),
    disputedMinor: integer("disputed_minor"),
    netMinor: integer("net_minor"),
    /**
     * The invoice that it pays, with the number that the buyer reads on it. The id is empty if it pays none, and null
     * in rows of older versions until the next sync.
     */
    stripeInvoiceId: text("stripe_invoice_id"),
    invoiceNumber: text("invoice_number"),
    /** Stripe's id of the subscription that the invoice is for. */
    stripeSubscriptionId: text("stripe_subscription_id"),
    /**
     * Two letters in upper case: the country of the billing address given with the payment, or else of the card. Null
     * if Stripe knows neither.
     */
    country: text(),
    /** What it paid for: one of our orders or subscriptions, or something else. Null until that is known. */
    sourceType: text("source_type", { enum: ["order", "subscription", "other"] }),
    sourceId: text("source_id"),
    /** The product of the source when the payment was made; null if it is none of ours. */
    productId: text("product_id"),
    /** Whether it is the first payment of this Stripe customer that succeeded. */
    isFirst: integer("is_first", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.stripeChargeId] }),
    index("payments_time").on(table.mode, table.createdAt, table.stripeChargeId),
    // Partial indexes for what is rare, so that these lists don't read every payment.
    index("payments_refunded")
      .on(table.mode, table.createdAt, table.stripeChargeId)
      .where(sql`refunded_minor > 0`),
    index("payments_disputed")
      .on(table.mode, table.createdAt, table.stripeChargeId)
      .where(sql`disputed_minor > 0`),
    index("payments_failed")
      .on(table.mode, table.createdAt, table.stripeChargeId)
      .where(sql`status = 'failed'`),
    index("payments_customer").on(table.customerId),
    index("payments_payment_intent").on(table.mode, table.stripePaymentIntentId),
    index("payments_invoice")
      .on(table.mode, table.stripeInvoiceId)
      .where(sql`stripe_invoice_id IS NOT NULL`),
    index("payments_invoice_number")
      .on(table.mode, table.invoiceNumber)
      .where(sql`invoice_number IS NOT NULL`),
  ],
);

/**
 * Older payments of a Stripe customer, compressed into one row (`purchases/payments/packs.ts`). A payment is either here
 * or in `payments`.
 */
export const paymentPacks = sqliteTable("payment_packs", {
  /** Short, because the next two tables refer to it with each payment. */
  id: integer().primaryKey(),
  customerId: customerId().notNull().unique(),
  count: integer().notNull(),
  /** The time of the first payment. Those in `payments` are relative to it. */
  firstAt: integer("first_at").notNull(),
  payments: blob().$type<ArrayBuffer>().notNull(),
});

/**
 * While a backup reads the database, no payment is packed and no event of the feed moves: `until` this time (unix
 * milliseconds) at most.
 */
export const packingPauses = sqliteTable("packing_pauses", { until: integer().primaryKey() });

/** Finds the packs with payments of a time. */
export const paymentPackTimes = sqliteTable(
  "payment_pack_times",
  {
    mode: mode(),
    createdAt: integer("created_at").notNull(),
    packId: integer("pack_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.createdAt, table.packId] })],
);

/** Finds the packs with the payments of an invoice, by the number that the buyer reads on it. */
export const paymentPackInvoices = sqliteTable(
  "payment_pack_invoices",
  {
    invoiceNumber: text("invoice_number").notNull(),
    packId: integer("pack_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceNumber, table.packId] })],
);

/**
 * Something about a payment that the team should know or decide: the card issuer suspects fraud, Stripe put it under
 * review, a refund failed, or a user paid twice. `closedAt` is set once nothing is left to do.
 */
export const paymentAlerts = sqliteTable(
  "payment_alerts",
  {
    mode: mode(),
    /** Stripe's id of the warning, review or refund; for a second payment, the id of our order or subscription. */
    id: text().notNull(),
    kind: text({
      enum: ["early_fraud_warning", "review", "failed_refund", "second_payment"],
    }).notNull(),
    customerId: customerId().notNull(),
    /** The order or subscription that the payment is for; null if it is for neither. */
    sourceType: text("source_type", { enum: ["order", "subscription"] }),
    sourceId: text("source_id"),
    /** Null if nothing was paid: a second trial. */
    stripeChargeId: text("stripe_charge_id"),
    stripePaymentIntentId: text("stripe_payment_intent_id"),
    /** Of the payment, or of the refund that failed. */
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    /**
     * Of a warning, the type of fraud; of a review, why it was opened; of a failed refund, `retried` if it is made
     * again automatically, `refused` if Stripe refused that, and null otherwise. Stripe's values, including unknown
     * ones.
     */
    detail: text(),
    createdAt: integer("created_at").notNull(),
    closedAt: integer("closed_at"),
    /** Why it is closed: `dismissed` by the team, or Stripe's reason. */
    closedReason: text("closed_reason"),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.id] }),
    index("payment_alerts_customer").on(table.customerId),
    index("payment_alerts_open")
      .on(table.mode, table.createdAt)
      .where(sql`closed_at IS NULL`),
  ],
);

/** Payouts of the Stripe account to its bank, mirrored from Stripe. They include payments of other programs. */
export const payouts = sqliteTable(
  "payouts",
  {
    mode: mode(),
    stripePayoutId: text("stripe_payout_id").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    /** Stripe's own value. A payout can fail after it was `paid`. */
    status: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When the bank gets it, as Stripe expects; null for payouts that were mirrored before this was. */
    arrivesAt: integer("arrives_at"),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.stripePayoutId] }),
    index("payouts_time").on(table.mode, table.createdAt, table.stripePayoutId),
  ],
);
