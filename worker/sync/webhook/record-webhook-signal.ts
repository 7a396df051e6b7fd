import type { Config } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { MINUTE } from "../../lib/time.ts";
import { noteMoment } from "../health/health-signals.ts";

type Outcome = "webhook_verified" | "webhook_refused";

// Per isolate: anybody can send what is refused, and nobody shall make us write for each.
const noted = new WeakMap<Config["stripe"], Partial<Record<Outcome, number>>>();

/** Has it noted, for the doctor, that a signature was right or wrong: at most once a minute, after the answer. */
export function noteDelivery(ctx: Ctx, outcome: Outcome): void {
  const times = noted.get(ctx.config.stripe) ?? {};
  if (ctx.now - (times[outcome] ?? 0) < MINUTE) return;
  noted.set(ctx.config.stripe, { ...times, [outcome]: ctx.now });
  ctx.defer(
    noteMoment(ctx, outcome).catch((error: unknown) =>
      logEvent("error", "webhook.note_failed", { error: summarizeError(error) }),
    ),
  );
}
