import type { Health, HealthCode } from "./check-health.ts";

type Description = Pick<Health, "status" | "problems">;

const messages: Record<Exclude<HealthCode, "configuration">, string> = {
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

/** Describes the state of a shop that is configured, for everybody. */
export function describeHealth(codes: (keyof typeof messages)[]): Description {
  return {
    status: codes.includes("database") ? "down" : codes.length > 0 ? "degraded" : "ok",
    problems: codes.map((code) => ({ code, message: messages[code] })),
  };
}

/** Describes a shop that is not configured. Names the settings, as its pages do, and never a value. */
export const describeRefused = (refused: { name: string; message: string }[]): Description => ({
  status: "down",
  problems: refused.map(({ name, message }) => ({
    code: "configuration",
    message: `${name}: ${message}`,
  })),
});
