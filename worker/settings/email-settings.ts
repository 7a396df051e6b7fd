import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import type { outboxEmails } from "../db/schema/outbox.ts";
import { recordChange } from "../audit/record-change.ts";
import { findSetting, upsertSetting } from "./store.ts";

/**
 * The kinds of email that the seller can turn off. The team's own emails and the notice of a new price cannot be turned
 * off here.
 */
export const emailKinds = [
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
] as const satisfies (typeof outboxEmails.kind.enumValues)[number][];
export type EmailKind = (typeof emailKinds)[number];

/** Whether the seller can turn off this kind of email. */
export function isOptionalEmail(
  kind: (typeof outboxEmails.kind.enumValues)[number],
): kind is EmailKind {
  return emailKinds.some((optional) => optional === kind);
}

/** Whether this kind of email is for members of the team only. */
export function isTeamEmail(kind: (typeof outboxEmails.kind.enumValues)[number]): boolean {
  return kind === "endpoint_stopped" || kind === "notification" || kind === "notification_digest";
}

/** Whether each kind is sent. All kinds are required. */
export const emailSettings = z.strictObject({
  purchase: z.boolean(),
  payment_failed: z.boolean(),
  ending_soon: z.boolean(),
  access_ended: z.boolean(),
  refunded_duplicate: z.boolean(),
  refund_failed: z.boolean(),
  keys_arrived: z.boolean(),
  trial_refused: z.boolean(),
  refunded: z.boolean(),
  cancellation: z.boolean(),
  cancellation_undone: z.boolean(),
  plan_changed: z.boolean(),
  account_deleted: z.boolean(),
} satisfies Record<EmailKind, z.ZodType>);

export type EmailSettings = z.output<typeof emailSettings>;

const defaultEmailSettings: EmailSettings = {
  purchase: true,
  payment_failed: true,
  ending_soon: true,
  access_ended: true,
  refunded_duplicate: true,
  refund_failed: true,
  keys_arrived: true,
  trial_refused: true,
  refunded: true,
  cancellation: true,
  cancellation_undone: true,
  plan_changed: true,
  account_deleted: true,
};

/** Returns which kinds of email the shop sends. Kinds without a setting are on. */
export async function readEmailSettings(ctx: Ctx): Promise<EmailSettings> {
  const row = await findSetting(ctx.db, "mails");
  return {
    ...defaultEmailSettings,
    ...emailSettings
      .partial()
      .strip()
      .parse(row?.value ?? {}),
  };
}

/**
 * Saves which kinds of email are sent. For a kind that is turned off, no new emails are queued, and queued ones are not
 * sent.
 */
export async function saveEmailSettings(ctx: Ctx, input: EmailSettings): Promise<EmailSettings> {
  const before = await readEmailSettings(ctx);
  await commit(ctx.db, [
    upsertSetting(ctx.db, { name: "mails", value: input, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: "mails", before, after: input }),
  ]);
  return input;
}
