import { listRecentEvents, type EventSummary } from "../control/events.ts";
import type { CronRun } from "../cron/cron.ts";
import type { Timekeeper } from "../cron/timekeeper.ts";
import type { LoggedRequest } from "../stripe/protocol/request-log.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import type { SessionRow } from "../stripe/store/rows.ts";
import { readWebhookMode, type WebhookMode } from "../stripe/webhooks/enqueue-deliveries.ts";

/** What the dashboard shows of the shop's account. Lists are newest first. */
export interface DashboardState {
  mode: WebhookMode;
  heldCount: number;
  /** Unix seconds, by the account's clock. */
  now: number;
  /** Until when time is being passed (Unix seconds); null if it isn't. */
  passingUntil: number | null;
  /** The shop's scheduled jobs, with their latest run. */
  jobs: { cron: string; latestRun: CronRun | null }[];
  /** Only event types that the shop subscribed to. */
  events: EventSummary[];
  requests: LoggedRequest[];
  /** Sessions whose debit the bank has neither confirmed nor refused. */
  pendingDebits: SessionRow[];
  disputes: { id: string; amount: number; currency: string; status: string }[];
}

export function readDashboard(standIn: StandIn, timekeeper: Timekeeper): DashboardState {
  const account = standIn.getOrCreateAccount(standIn.mainKey);
  const held = standIn.database
    .prepare("SELECT COUNT(*) AS count FROM deliveries WHERE account = ? AND state = 'held'")
    .get(account.key);
  const unpaid = account.objects.findAll("checkout.session", [
    { field: "status", equals: "complete" },
    { field: "payment_status", equals: "unpaid" },
  ]);
  return {
    mode: readWebhookMode(standIn.database, account.key).mode,
    heldCount: Number(held?.count),
    now: account.clock.now(),
    passingUntil: timekeeper.findTarget(),
    jobs: (timekeeper.cron?.expressions ?? []).map((expression) => ({
      cron: expression,
      latestRun: timekeeper.cron?.findLatestRun(expression) ?? null,
    })),
    events: listRecentEvents(standIn.database, account, 100)
      .filter(({ deliveries }) => deliveries.length > 0)
      .slice(-20)
      .toReversed(),
    requests: standIn.requests.list(account.key, 20).toReversed(),
    pendingDebits: unpaid.filter(({ _private: { attempt } }) => {
      const intent = attempt?.intent
        ? account.objects.find("payment_intent", attempt.intent)
        : undefined;
      return intent?.status === "processing";
    }),
    disputes: account.objects.findAll("dispute", [{ field: "status", equals: "needs_response" }]),
  };
}
