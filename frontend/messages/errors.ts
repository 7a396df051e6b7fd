import type { ErrorCode } from "../../worker/errors.ts";
import { ApiError, NetworkError } from "../http/errors.ts";
import type { Message } from "./message.ts";

/** The messages for all error codes of the API. A code without a message doesn't compile. */
const messages: Record<ErrorCode, Message> = {
  invalid_input: {
    title: "Something in this is not quite right.",
    nextStep: "Check what you entered and try again.",
  },
  unauthenticated: {
    title: "You are not signed in.",
    nextStep: "Sign in, and you will come back to this page.",
  },
  forbidden: {
    title: "This account may not do that.",
    nextStep: "Sign in with another account, or ask the shop.",
  },
  same_or_higher_role: {
    title: "You can't do this to a team member with your role or a higher one.",
    nextStep: "Ask somebody with a higher role. Nothing was changed.",
  },
  sign_in_again: {
    title: "This asks for a fresh sign-in.",
    nextStep: "Sign in once more, then repeat what you did within ten minutes.",
  },
  cross_site_request: {
    title: "The request did not come from this page.",
    nextStep: "Load the page again and repeat what you did.",
  },
  not_found: {
    title: "This is not here.",
    nextStep: "It may have moved, or it was never yours. Start from the shop.",
  },
  method_not_allowed: {
    title: "This page is out of date.",
    nextStep: "Load it again and repeat what you did.",
  },
  unknown_host: {
    title: "The shop is not served at this address.",
    nextStep: "Go to the shop's own address.",
  },
  last_identity: {
    title: "This is the only way you can sign in.",
    nextStep: "Link another way first, then remove this one.",
  },
  last_owner: { title: "The shop needs an owner.", nextStep: "Make somebody else an owner first." },
  rate_limited: {
    title: "That was a lot of requests.",
    nextStep: "Wait a moment, then try again.",
  },
  too_many_checkouts: {
    title: "Too many checkouts were opened from this account.",
    nextStep: "Try again in ten minutes. Nothing was charged.",
  },
  event_payload_removed: {
    title: "What Stripe sent with this event was removed because of its age.",
    nextStep: "Nothing is lost: the nightly sweep compares every product with Stripe.",
  },
  trial_used: {
    title: "Your free trial has just started with another purchase.",
    nextStep: "Load the page again to see the price without a trial. Nothing was charged here.",
  },
  price_unavailable: {
    title: "This price is no longer for sale.",
    nextStep: "Load the page again to see what it costs today. Nothing was charged.",
  },
  price_move_open: {
    title: "The subscribers of this price are being moved already.",
    nextStep: "Wait until that move has finished, or cancel it first.",
  },
  price_move_ended: {
    title: "This move has ended already.",
    nextStep: "Load the page again to see how it ended.",
  },
  customer_busy: {
    title: "This person's purchases are being read from Stripe at this moment.",
    nextStep: "Nothing was changed. Try again in a few seconds.",
  },
  merge_team_member: {
    title: "One of the two belongs to your team.",
    nextStep:
      "Who can sign in to the one could then sign in as the other, so take them off the team first.",
  },
  already_owned: {
    title: "You already own this.",
    nextStep: "You will find it in your library. Nothing was charged.",
  },
  payment_processing: {
    title: "A payment for this is on its way.",
    nextStep:
      "It appears in your library as soon as the bank is done. There is no need to pay again.",
  },
  currency_locked: {
    title: "You pay this shop in another currency.",
    nextStep:
      "Choose a price in that currency, or end what you pay for in it first. Nothing was charged.",
  },
  subscription_not_changeable: {
    title: "This subscription cannot be changed now.",
    nextStep: "Load the page again to see how it stands.",
  },
  subscription_disputed: {
    title: "This subscription cannot be changed while a payment is disputed.",
    nextStep: "Wait for the bank's decision, or withdraw the dispute there. You can still cancel.",
  },
  subscription_suspended: {
    title: "You have a subscription to this, and it is on hold.",
    nextStep: "Resume it, pay for it or end it in billing. There is no need to buy it again.",
  },
  payment_failed: {
    title: "Your bank did not accept the payment.",
    nextStep:
      "Everything stays as it was. Use another card in billing, or finish the payment there, then try again.",
  },
  payment_disputed: {
    title: "The buyer's bank disputes this payment.",
    nextStep: "It cannot be refunded while that goes on. Answer the dispute at Stripe.",
  },
  not_refundable: {
    title: "There is nothing to give back.",
    nextStep:
      "Nothing was paid, or all of it was refunded already. Load the page again to see how it stands.",
  },
  refund_outdated: {
    title: "Something was refunded in the meantime.",
    nextStep: "Nothing more was given back now. Look at what is left, then decide again.",
  },
  preview_expired: {
    title: "These amounts are no longer up to date.",
    nextStep: "Look at the new ones and confirm once more. Nothing was charged.",
  },
  checkout_busy: {
    title: "A checkout for this is just being opened.",
    nextStep: "Perhaps in another tab. Wait a few seconds, then try again.",
  },
  checkout_not_yours: {
    title: "This checkout is for another account.",
    nextStep: "Sign in with that account, or ask whoever sent you the link for a new one.",
  },
  checkout_paid: {
    title: "This was already paid.",
    nextStep: "You will find it in your library. Nothing was charged again.",
  },
  checkout_expired: {
    title: "This checkout link has expired.",
    nextStep: "Ask whoever sent you the link for a new one. Nothing was charged.",
  },
  edit_conflict: {
    title: "Somebody else has changed this meanwhile.",
    nextStep: "Keep a copy of what you wrote, load the page again, and put the two together.",
  },
  link_expired: {
    title: "That download link was good for five minutes.",
    nextStep: "Press Download again; a new one is made at once.",
  },
  gift_claimed: {
    title: "This gift has already been accepted.",
    nextStep:
      "Each link works once. If you accepted it with another account, sign in with that one.",
  },
  product_archived: {
    title: "This product is no longer sold.",
    nextStep: "If you bought it, it is still in your library.",
  },
  gift_expired: {
    title: "This gift has expired.",
    nextStep: "Ask whoever sent you the link for a new one.",
  },
  gift_revoked: {
    title: "This gift was withdrawn.",
    nextStep: "Ask whoever sent you the link for a new one.",
  },
  precondition_failed: {
    title: "The file has changed since you began.",
    nextStep: "Download it again from the start.",
  },
  license_key_unusable: {
    title: "This license key cannot be used for that now.",
    nextStep: "Load the page again to see how it stands.",
  },
  license_files_unavailable: {
    title: "This shop gives no license files.",
    nextStep: "Activate online instead, or ask the shop.",
  },
  cursor_expired: {
    title: "The feed no longer reaches back that far.",
    nextStep: "Start at its oldest event.",
  },
  too_many_endpoints: {
    title: "There are 20 webhook endpoints already.",
    nextStep: "Delete one that you no longer need.",
  },
  api_key_missing: { title: "The API key is missing.", nextStep: "Send it with the request." },
  api_key_malformed: {
    title: "This is not a complete API key.",
    nextStep: "Copy the whole key again.",
  },
  api_key_unknown: { title: "Unknown API key.", nextStep: "Check which shop the key belongs to." },
  api_key_revoked: { title: "The API key was revoked.", nextStep: "Use another key." },
  api_key_expired: { title: "The API key has expired.", nextStep: "Create a new key." },
  api_key_wrong_mode: {
    title: "The API key belongs to the other mode.",
    nextStep: "Use a key of this shop's mode.",
  },
  api_key_in_query: {
    title: "API keys are not accepted in URLs.",
    nextStep: "Send it in the Authorization header, and roll this key.",
  },
  insufficient_scope: {
    title: "The API key lacks a scope.",
    nextStep: "Create a key that has it.",
  },
  too_many_api_keys: {
    title: "There are 50 live API keys already.",
    nextStep: "Revoke a key that is no longer used.",
  },
  idempotency_mismatch: {
    title: "This Idempotency-Key was used for another request.",
    nextStep: "Use a new one for each request.",
  },
  idempotency_in_progress: {
    title: "The first request with this Idempotency-Key is still running.",
    nextStep: "Wait a moment, then try again.",
  },
  unsupported_media_type: { title: "The request is not JSON.", nextStep: "Send it as JSON." },
  entitlement_tokens_unavailable: {
    title: "This shop issues no entitlement tokens.",
    nextStep: "Set SIGNING_KEYS first.",
  },
  too_large: { title: "That is too large.", nextStep: "Send less of it at once." },
  webhook_signature: {
    title: "The signature is not valid.",
    nextStep: "Check the signing secret.",
  },
  stripe_unavailable: {
    title: "Our payment provider did not answer.",
    nextStep: "Try again in a minute. Nothing is ever charged twice.",
  },
  unavailable: {
    title: "The shop is resting for a moment.",
    nextStep: "Try again in a minute. Nothing was lost.",
  },
  internal: {
    title: "Something went wrong on our side.",
    nextStep: "Try again. If it stays like this, write to the shop and give the reference below.",
  },
};

const offlineMessage: Message = {
  title: "There was no answer.",
  nextStep: "Check your connection, then try again. You are still signed in if you were before.",
};

const unexpectedErrorMessage: Message = {
  title: "This page stumbled.",
  nextStep: "Load it again.",
};

/** Returns the message for an error code that a page expects. */
export function describeErrorCode(code: ErrorCode): Message {
  return messages[code];
}

/** Returns the message for any thrown value. Codes of a newer server version get the general message. */
export function describeError(error: unknown): Message {
  if (error instanceof ApiError) {
    const message =
      error.code === "currency_locked" && error.currency !== undefined
        ? describeCurrencyLock(error.currency)
        : (messages[error.code] ?? messages.internal);
    const retryAfterSeconds = error.retryAfterSeconds;
    return retryAfterSeconds
      ? {
          ...message,
          nextStep: `Try again in ${describeDelay(retryAfterSeconds)}.`,
        }
      : message;
  }
  return error instanceof NetworkError ? offlineMessage : unexpectedErrorMessage;
}

/** Another business on the same Stripe account can be the one that bills, so there may be nothing to end here. */
function describeCurrencyLock(currency: string): Message {
  const code = currency.toUpperCase();
  return {
    title: `You are billed in ${code}, so you can't subscribe in another currency.`,
    nextStep: `Choose a price in ${code}, or end what you pay for in ${code} first. If you find nothing to end in billing, ask the shop. Nothing was charged.`,
  };
}

function describeDelay(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}
