import type { Health, HealthCode } from "./check-health.ts";

const messages: Record<HealthCode, string> = {
  configuration: "The configuration is refused. The log says which setting.",
  database: "The database does not answer, or has not been migrated.",
  cron_late: "The scheduled jobs do not run.",
  jobs_failing: "A scheduled job keeps failing.",
  stripe_unavailable: "Stripe does not respond to scheduled jobs.",
  syncs_late: "Changes from Stripe have been waiting for more than half an hour.",
  events_dead: "Events from Stripe could not be processed.",
  webhooks_stopped: "Webhooks from Stripe have stopped arriving.",
  emails_late: "Emails have been waiting for more than half an hour.",
  emails_rejected: "The email service rejects emails.",
  database_filling: "The database is more than 60% full.",
  database_nearly_full: "The database is more than 80% full.",
  old_data_kept: "Old data is not removed in time.",
};

/** What keeps the whole shop from working. */
const fatal = new Set<HealthCode>(["configuration", "database"]);

/** Describes the state of the shop, for everybody. */
export function describeHealth(codes: HealthCode[]): Pick<Health, "status" | "problems"> {
  const isDown = codes.some((code) => fatal.has(code));
  return {
    status: isDown ? "down" : codes.length > 0 ? "degraded" : "ok",
    problems: codes.map((code) => ({ code, message: messages[code] })),
  };
}
