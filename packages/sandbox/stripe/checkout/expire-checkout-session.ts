import type { Account } from "../account.ts";
import { cancelSetupIntent } from "../payments/setup-intent.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { SessionRow } from "../store/rows.ts";

/** Expires an open session and cancels its intents. @throws ApiError 400 if the session is not open */
export function expireCheckoutSession(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  if (session.status !== "open") {
    throw invalidRequestError(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  const expired = account.update("checkout.session", id, { status: "expired", url: null });
  const intent = session._private.attempt?.intent;
  if (intent) {
    const canceled = account.update("payment_intent", intent, {
      status: "canceled",
      canceled_at: account.clock.now(),
      cancellation_reason: "automatic",
    });
    account.emit("payment_intent.canceled", "payment_intent", canceled);
  }
  const setup = (session.setup_intent as string | null) ?? session._private.attempt?.setup;
  if (setup) cancelSetupIntent(account, setup);
  account.emit("checkout.session.expired", "checkout.session", expired);
  return expired;
}

/** Expires a session at its `expires_at`, if it is still open. */
export function expireSessionIfOpen(account: Account, id: string): void {
  if (account.objects.find("checkout.session", id)?.status === "open")
    expireCheckoutSession(account, id);
}
