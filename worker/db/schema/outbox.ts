import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";
import type { WinBackTerms } from "./billing.ts";
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
  /** Left out in rows of older versions. */
  stripeInvoiceId?: string;
  chargedMinor: number;
  creditMinor: number;
  unusedMinor: number;
  currency: string;
};

/** Of a user whose row has been emptied. Erased as soon as the email needs no further attempt. */
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
  /** What was refunded, if the refund names lines of an order. */
  productIds?: string[];
};

/** A payment of a subscription, after the one that started it. */
export type PaymentFacts = {
  stripeChargeId: string;
  amountMinor: number;
  currency: string;
  paidAt: number;
  invoiceNumber: string | null;
  /** What it was for; `other` if that is not known. */
  reason: "renewal" | "trial_ended" | "pause_ended" | "plan_changed" | "other";
  method: PaidWith | null;
};

/** What was paid with: Stripe's name of the type, the brand of a card, and the last four digits. */
export type PaidWith = { type: string; brand: string | null; last4: string | null };

/** What an email says and no other row keeps. Amounts in minor units, times in unix milliseconds. */
export type EmailFacts =
  | ({ of: "refund"; refundId: string } & RefundFacts)
  | { of: "failed_refund"; refundId: string }
  /** When access ends, or a trial becomes a paid subscription. */
  | { of: "end"; at: number }
  | { of: "price_move"; moveId: string }
  | { of: "endpoint"; status: "paused" | "disabled" }
  | {
      of: "plan_change";
      from: PlanFacts[];
      to: PlanFacts[];
      /**
       * What Stripe charged or credited for the change, and what unused time took off it; null if it made no invoice.
       */
      invoice: PlanChangeInvoice | null;
      /** The payment of that invoice; null if there is none, and left out in rows of older versions. */
      payment?: PaymentFacts | null;
    }
  | ({ of: "payment" } & PaymentFacts)
  | { of: "pause"; phase: "started" | "ended" }
  | { of: "offer"; terms: WinBackTerms }
  | AccountDeletionFacts;

/**
 * Each kind of email: an `optional` one to users, which the seller can turn off, a `required` one to users, or one to
 * members of the `team`.
 */
export const emailKinds = {
  purchase: "optional",
  payment_failed: "optional",
  ending_soon: "optional",
  access_ended: "optional",
  refunded_duplicate: "optional",
  refund_failed: "optional",
  keys_arrived: "optional",
  trial_refused: "optional",
  refunded: "optional",
  cancellation: "optional",
  cancellation_undone: "optional",
  plan_changed: "optional",
  payment: "optional",
  pause: "optional",
  offer_taken: "optional",
  account_deleted: "optional",
  payment_request: "required",
  renewal_notice: "required",
  price_change: "required",
  checkout_reminder: "required",
  price_change_canceled: "required",
  message: "required",
  news: "required",
  endpoint_stopped: "team",
  notification: "team",
  notification_digest: "team",
} as const;

export type EmailKind = keyof typeof emailKinds;

/** The kinds that are sent to members of the team. */
export const teamEmailKinds = (Object.keys(emailKinds) as EmailKind[]).filter(
  (kind) => emailKinds[kind] === "team",
);

/** The kinds that `emailKinds` calls `Type`. */
export type EmailKindOf<Type extends (typeof emailKinds)[EmailKind]> = {
  [Kind in EmailKind]: (typeof emailKinds)[Kind] extends Type ? Kind : never;
}[EmailKind];

/**
 * An email to a user. It is written in the same batch as the change it reports, and sent afterward. `dedupeKey` is
 * unique, so each change is reported once, however many syncs see it.
 */
export const outboxEmails = sqliteTable(
  "emails",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    kind: text().$type<EmailKind>().notNull(),
    /** What the email reports, e.g. `ord_…` or `sub_…:<period end>`. */
    dedupeKey: text("dedupe_key").notNull(),
    /** The order, subscription, gift, message or webhook endpoint that the email is about; of a notification, its kind. */
    sourceId: text("source_id").notNull(),
    /** Of an email about notifications: which of them it reports. */
    covers: text({ mode: "json" }).$type<NotificationRange[]>(),
    facts: text({ mode: "json" }).$type<EmailFacts>(),
    /** The email that the team sent again with this one; null if this is not a copy. */
    copyOf: text("copy_of"),
    status: text({ enum: ["queued", "sent", "skipped", "dead"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    /**
     * How it is sent, once that is decided: `direct` by the work that queued it, `alone` with its own request, else the id
     * of the request that sends it together with others. All attempts of a request have the same emails and the same
     * idempotency key, so that none is sent twice.
     */
    batch: text(),
    /** The sender's id of the message; null if it was not sent, or the sender did not say. */
    messageId: text("message_id"),
    /** What the sender said after it was sent. */
    problem: text({ enum: ["bounced", "complained"] }),
    /** Why it was not sent, or what the receiving server said. */
    error: text(),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
  },
  (table) => [
    uniqueIndex("emails_dedupe").on(table.kind, table.dedupeKey),
    index("emails_due")
      .on(table.nextAttemptAt)
      .where(sql`status = 'queued'`),
    // Due before the many emails of a price move or a message. Those that are sent as soon as they are queued cost it
    // nothing.
    index("emails_due_before_bulk")
      .on(table.nextAttemptAt)
      .where(
        sql`status = 'queued' AND kind NOT IN ('price_change', 'price_change_canceled', 'message', 'news') AND batch IS NOT 'direct'`,
      ),
    index("emails_message")
      .on(table.sourceId, table.status)
      .where(sql`kind IN ('message', 'news')`),
    index("emails_checkout_reminder")
      .on(table.createdAt)
      .where(sql`kind = 'checkout_reminder'`),
    index("emails_user").on(table.userId, table.createdAt),
  ],
);

/** While a sender refuses more emails, nobody asks it to send any. */
export const senderPauses = sqliteTable("sender_pauses", {
  /** The name of the sender. */
  sender: text().primaryKey(),
  until: integer().notNull(),
  /** How long this pause is; the next one is longer if it follows soon. */
  durationMs: integer("duration_ms").notNull(),
  /** What the sender said. */
  reason: text().notNull(),
});
