import type { Account } from "../account.ts";
import { cancelSetup } from "../payments/setup-intent.ts";
import { invalid } from "../protocol/errors.ts";
import type { SessionRow } from "../store/rows.ts";

/** Closes an open session for good. */
export function expireSession(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  const expired = account.change("checkout.session", id, { status: "expired", url: null });
  const intent = session._private.attempt?.intent;
  if (intent) {
    const canceled = account.change("payment_intent", intent, {
      status: "canceled",
      canceled_at: account.clock.now(),
      cancellation_reason: "automatic",
    });
    account.emit("payment_intent.canceled", "payment_intent", canceled);
  }
  if (session.setup_intent) cancelSetup(account, session.setup_intent as string);
  account.emit("checkout.session.expired", "checkout.session", expired);
  return expired;
}

/** Its time is over, unless it was paid or expired before. */
export function expireWhenDue(account: Account, id: string): void {
  if (account.objects.find("checkout.session", id)?.status === "open") expireSession(account, id);
}
