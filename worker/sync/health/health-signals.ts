import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { findHealthSignal, listHealthSignals, upsertHealthSignal } from "./store.ts";

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
  | "doctor_failed"
  /** The hourly job ran in the Worker with this address. */
  | `${typeof RAN_AT}${string}`;

const RAN_AT = "ran_at:";

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

/** Records the address of the Worker that runs the scheduled jobs. */
export const recordOrigin = (ctx: Ctx): Promise<void> =>
  recordSignal(ctx, `${RAN_AT}${ctx.config.origin}`);

/**
 * Returns the latest other address whose Worker has run its scheduled jobs with this database after a time; null if none
 * has. Addresses of a developer's machine are left out: only its own Workers reach a database there.
 */
export async function findOtherOrigin(
  ctx: Ctx,
  { after }: { after: number },
): Promise<{ origin: string; lastAt: number } | null> {
  const signals = await listHealthSignals(ctx.db, { prefix: `${RAN_AT}https://`, after });
  const others = signals.map(({ signal, lastAt }) => ({
    origin: signal.slice(RAN_AT.length),
    lastAt,
  }));
  return others.find(({ origin }) => origin !== ctx.config.origin) ?? null;
}
