import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { findHealthSignal, upsertHealthSignal } from "./store.ts";

/** Signals that the doctor checks. Each is one row per mode. */
export type HealthSignal =
  | "cron_frequent"
  | "cron_hourly"
  | "cron_nightly"
  /** A run in which the steps that ask Stripe failed, and those alone. */
  | "cron_without_stripe"
  /** A run in which another step failed. */
  | "cron_step_failed"
  /** The shop's key is of a Stripe account that has none of its products. */
  | "foreign_key"
  | "webhook_verified"
  | "webhook_refused"
  | "webhook_other_mode"
  | "webhook_thin"
  | "test_email_sent"
  | "test_email_refused"
  | "doctor_passed"
  | "doctor_failed";

/** When a signal was first and last recorded, in Unix milliseconds. */
export type SignalTimes = { firstAt: number; lastAt: number };

/** Returns the write that records that the signal occurred now. */
export function keepSignal(ctx: Ctx, signal: HealthSignal): Statement {
  const { mode } = ctx.config.stripe;
  return upsertHealthSignal(ctx.db, { mode, signal, now: ctx.now });
}

/** Records that the signal occurred now. */
export async function recordSignal(ctx: Ctx, signal: HealthSignal): Promise<void> {
  await commit(ctx.db, [keepSignal(ctx, signal)]);
}

/** Returns when a signal was recorded, or null if it never was. */
export async function findSignal(ctx: Ctx, signal: HealthSignal): Promise<SignalTimes | null> {
  return (await findHealthSignal(ctx.db, ctx.config.stripe.mode, signal)) ?? null;
}
