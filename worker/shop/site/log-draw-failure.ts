import type { Ctx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";

/** Logs that a page could not be drawn. The visitor gets an answer without it. */
export function logDrawFailure({ requestId }: Pick<Ctx, "requestId">, error: unknown): void {
  logEvent("error", "page.draw_failed", { error: summarizeError(error), request_id: requestId });
}
