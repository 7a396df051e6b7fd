import { listEvents, type ListedEvent } from "../control/events.ts";
import type { LoggedRequest } from "../stripe/protocol/request-log.ts";
import { shopKey, type StandIn } from "../stripe/stand-in.ts";
import type { SessionRow } from "../stripe/store/rows.ts";
import { readWebhookMode, type WebhookMode } from "../stripe/webhooks/enqueue-deliveries.ts";

/** What lies on the desk: the shop's account as it is now, newest first. */
export interface DeskState {
  mode: WebhookMode;
  held: number;
  /** Unix seconds, by the account's clock. */
  now: number;
  /** Only those that the shop subscribed to. */
  events: ListedEvent[];
  requests: LoggedRequest[];
  /** Sessions whose debit the bank has not answered. */
  debits: SessionRow[];
  disputes: { id: string; amount: number; currency: string; status: string }[];
}

export function readDesk(standIn: StandIn): DeskState {
  const account = standIn.accountOf(shopKey);
  const held = standIn.database
    .prepare("SELECT COUNT(*) AS count FROM deliveries WHERE account = ? AND state = 'held'")
    .get(account.key);
  const unpaid = account.objects.all("checkout.session", [
    { field: "status", equals: "complete" },
    { field: "payment_status", equals: "unpaid" },
  ]);
  return {
    mode: readWebhookMode(standIn.database, account.key).mode,
    held: Number(held?.count),
    now: account.clock.now(),
    events: listEvents(standIn.database, account, 100)
      .filter(({ deliveries }) => deliveries.length > 0)
      .slice(-20)
      .toReversed(),
    requests: standIn.requests.list(account.key, 20).toReversed(),
    debits: unpaid.filter(({ _private: { attempt } }) => {
      const intent = attempt?.intent
        ? account.objects.find("payment_intent", attempt.intent)
        : undefined;
      return intent?.status === "processing";
    }),
    disputes: account.objects.all("dispute", [{ field: "status", equals: "needs_response" }]),
  };
}
