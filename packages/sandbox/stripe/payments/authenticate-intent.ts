import type { Account } from "../account.ts";
import type { PaymentIntentRow, SetupIntentRow } from "../store/rows.ts";
import { authenticatePaymentIntent } from "./confirm-payment-intent.ts";
import { authenticateSetupIntent } from "./confirm-setup-intent.ts";

/** A payment or setup intent that a program created. */
export type OwnIntent = PaymentIntentRow | SetupIntentRow;

/** Returns the intent, if a program created it. */
export function findOwnIntent(account: Account, id: string): OwnIntent | undefined {
  const intent =
    account.objects.find("payment_intent", id) ?? account.objects.find("setup_intent", id);
  return intent?._confirmation === undefined ? undefined : intent;
}

/** Completes or fails the 3-D Secure of an intent that waits for it. Others stay as they are. */
export function authenticateIntent(
  account: Account,
  intent: OwnIntent,
  passed: boolean,
): OwnIntent {
  if (intent.status !== "requires_action") return intent;
  return intent.object === "payment_intent"
    ? authenticatePaymentIntent(account, intent, passed)
    : authenticateSetupIntent(account, intent, passed);
}

/** Returns where the customer goes back to after 3-D Secure, as Stripe builds it; null if there is no such page. */
export function buildReturnUrl(intent: OwnIntent): string | null {
  const returnUrl = intent._confirmation?.returnUrl;
  if (!returnUrl) return null;
  const url = new URL(returnUrl);
  const isDone = ["succeeded", "requires_capture"].includes(intent.status);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", isDone ? "succeeded" : "failed");
  return url.href;
}
