import type { Config } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { MINUTE } from "../../lib/time.ts";
import { recordSignal } from "../health/health-signals.ts";

type Outcome = "webhook_verified" | "webhook_refused" | "webhook_other_mode";

// Per isolate. Anyone can send invalid deliveries, so they must not cause a write each.
const lastRecorded = new WeakMap<Config["stripe"], Partial<Record<Outcome, number>>>();

/** Records for the doctor whether a delivery was valid and of our mode, after the response and at most once a minute. */
export function recordWebhookSignal(ctx: Ctx, outcome: Outcome): void {
  const times = lastRecorded.get(ctx.config.stripe) ?? {};
  if (ctx.now - (times[outcome] ?? 0) < MINUTE) return;
  lastRecorded.set(ctx.config.stripe, { ...times, [outcome]: ctx.now });
  ctx.defer(
    recordSignal(ctx, outcome).catch((error: unknown) =>
      logEvent("error", "webhook.note_failed", { error: summarizeError(error) }),
    ),
  );
}
