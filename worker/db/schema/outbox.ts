import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";
import type { NotificationRange } from "./notifications.ts";

/** A plan of a subscription as it was when it changed. Amounts in minor units, for all seats. */
export type PlanFacts = {
  productId: string;
  quantity: number;
  amountMinor: number;
  currency: string;
  interval: string;
  intervalCount: number;
  taxBehavior: "exclusive" | "inclusive" | null;
};

/** What Stripe charged for a plan change, or credited, and what it deducted for unused time. Amounts in minor units. */
export type PlanChangeInvoice = {
  chargedMinor: number;
  creditMinor: number;
  unusedMinor: number;
  currency: string;
};

/** Of somebody whose row is empty by now. Erased as soon as the email needs no further attempt. */
export type AccountDeletionFacts = {
  of: "account_deletion";
  /** Where the email goes. */
  email: string;
  name: string | null;
  locale: string | null;
  timeZone: string | null;
  canceledProductIds: string[];
  /** Whether there are records of purchases, which are kept. */
  hasPurchases: boolean;
};

/** A refund of a payment. */
export type RefundFacts = {
  amountMinor: number;
  currency: string;
  /** The payment, and what was refunded of it so far, this refund included. */
  paidMinor: number;
  refundedMinor: number;
  paidAt: number;
  invoiceNumber: string | null;
};

/** What an email says and nothing else keeps. Amounts in minor units, times in unix milliseconds. */
export type EmailFacts =
  | ({ of: "refund" } & RefundFacts)
  | {
      of: "plan_change";
      from: PlanFacts[];
      to: PlanFacts[];
      /**
       * What Stripe charged or credited for the change, and what unused time took off it; null if it made no invoice.
       */
      invoice: PlanChangeInvoice | null;
    }
  | AccountDeletionFacts;

/**
 * An email to a user. It is written in the same batch as the change it reports, and sent afterward. `dedupeKey` is
 * unique, so each change is reported once, however many syncs see it.
 */
export const outboxEmails = sqliteTable(
  "mails",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text({
      enum: [
        "purchase",
        "payment_failed",
        "ending_soon",
        "access_ended",
        "refunded_duplicate",
        "refund_failed",
        "keys_arrived",
        "trial_refused",
        "refunded",
        "cancellation",
        "cancellation_undone",
        "plan_changed",
        "account_deleted",
        "endpoint_stopped",
        "price_change",
        "price_change_canceled",
        "notification",
        "notification_digest",
      ],
    }).notNull(),
    /** What the email reports, e.g. `ord_…` or `sub_…:<period end>`. */
    dedupeKey: text("about").notNull(),
    /** The order, subscription, gift or webhook endpoint that the email is about; of a notification, its kind. */
    sourceId: text("source_id").notNull(),
    /** Of an email about notifications: which of them it reports. */
    covers: text({ mode: "json" }).$type<NotificationRange[]>(),
    facts: text({ mode: "json" }).$type<EmailFacts>(),
    status: text({ enum: ["queued", "sent", "skipped", "dead"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    /** Why it was not sent. */
    error: text(),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
  },
  (table) => [
    uniqueIndex("mails_about").on(table.kind, table.dedupeKey),
    index("mails_due")
      .on(table.nextAttemptAt)
      .where(sql`status = 'queued'`),
    index("mails_user").on(table.userId, table.createdAt),
  ],
);
