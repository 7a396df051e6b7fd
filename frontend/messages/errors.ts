import type { ErrorCode } from "../../worker/errors.ts";
import { ApiError, NetworkError } from "../http/errors.ts";
import type { Message } from "./message.ts";

/** Every code the API can send. A new code breaks the build here until it has its words. */
const messages: Record<ErrorCode, Message> = {
  invalid_input: {
    title: "Something in this is not quite right.",
    next: "Check what you entered and try again.",
  },
  unauthenticated: {
    title: "You are not signed in.",
    next: "Sign in, and you will come back to this page.",
  },
  forbidden: {
    title: "This account may not do that.",
    next: "Sign in with another account, or ask the shop.",
  },
  sign_in_again: {
    title: "This asks for a fresh sign-in.",
    next: "Sign in once more, then repeat what you did within ten minutes.",
  },
  cross_site_request: {
    title: "The request did not come from this page.",
    next: "Load the page again and repeat what you did.",
  },
  not_found: {
    title: "This is not here.",
    next: "It may have moved, or it was never yours. Start from the shop.",
  },
  method_not_allowed: {
    title: "This page is out of date.",
    next: "Load it again and repeat what you did.",
  },
  unknown_host: {
    title: "The shop is not served at this address.",
    next: "Go to the shop's own address.",
  },
  last_identity: {
    title: "This is the only way you can sign in.",
    next: "Link another way first, then remove this one.",
  },
  last_owner: { title: "The shop needs an owner.", next: "Make somebody else an owner first." },
  rate_limited: { title: "That was a lot of requests.", next: "Wait a moment, then try again." },
  price_unavailable: {
    title: "This price is no longer for sale.",
    next: "Load the page again to see what it costs today. Nothing was charged.",
  },
  customer_busy: {
    title: "This person's purchases are being read from Stripe at this moment.",
    next: "Nothing was changed. Try again in a few seconds.",
  },
  merge_team_member: {
    title: "One of the two belongs to your team.",
    next: "Who can sign in to the one could then sign in as the other, so take them off the team first.",
  },
  already_owned: {
    title: "You already own this.",
    next: "You will find it in your library. Nothing was charged.",
  },
  payment_processing: {
    title: "A payment for this is on its way.",
    next: "It appears in your library as soon as the bank is done. There is no need to pay again.",
  },
  currency_locked: {
    title: "You pay this shop in another currency.",
    next: "End what you pay for in that currency first, or choose a price in it. Nothing was charged.",
  },
  subscription_not_changeable: {
    title: "This subscription cannot be changed now.",
    next: "Load the page again to see how it stands.",
  },
  subscription_suspended: {
    title: "You have a subscription to this, and it is on hold.",
    next: "Resume it, pay for it or end it in billing. There is no need to buy it again.",
  },
  payment_failed: {
    title: "Your bank did not accept the payment.",
    next: "Everything stays as it was. Use another card in billing, or finish the payment there, then try again.",
  },
  payment_disputed: {
    title: "The buyer's bank disputes this payment.",
    next: "It cannot be refunded while that goes on. Answer the dispute at Stripe.",
  },
  not_refundable: {
    title: "There is nothing to give back.",
    next: "Nothing was paid, or all of it was refunded already. Load the page again to see how it stands.",
  },
  refund_outdated: {
    title: "Something was refunded in the meantime.",
    next: "Nothing more was given back now. Look at what is left, then decide again.",
  },
  preview_expired: {
    title: "These amounts are no longer up to date.",
    next: "Look at the new ones and confirm once more. Nothing was charged.",
  },
  checkout_busy: {
    title: "A checkout for this is just being opened.",
    next: "Perhaps in another tab. Wait a few seconds, then try again.",
  },
  edit_conflict: {
    title: "Somebody else has changed this meanwhile.",
    next: "Keep a copy of what you wrote, load the page again, and put the two together.",
  },
  link_expired: {
    title: "That download link was good for five minutes.",
    next: "Press Download again; a new one is made at once.",
  },
  precondition_failed: {
    title: "The file has changed since you began.",
    next: "Download it again from the start.",
  },
  license_key_unusable: {
    title: "This license key cannot be used for that now.",
    next: "Load the page again to see how it stands.",
  },
  license_files_unavailable: {
    title: "This shop gives no license files.",
    next: "Activate online instead, or ask the shop.",
  },
  too_large: { title: "That is too large.", next: "Send less of it at once." },
  webhook_signature: { title: "The signature is not valid.", next: "Check the signing secret." },
  webhook_mode: {
    title: "The event is of the other mode.",
    next: "Check which key the shop uses.",
  },
  stripe_unavailable: {
    title: "Our payment provider did not answer.",
    next: "Try again in a minute. Nothing is ever charged twice.",
  },
  unavailable: {
    title: "The shop is resting for a moment.",
    next: "Try again in a minute. Nothing was lost.",
  },
  internal: {
    title: "Something went wrong on our side.",
    next: "Try again. If it stays like this, write to the shop and give the reference below.",
  },
};

const offline: Message = {
  title: "There was no answer.",
  next: "Check your connection, then try again. You are still signed in if you were before.",
};

const broken: Message = { title: "This page stumbled.", next: "Load it again." };

/** The words for a code that a page expects. */
export function describeCode(code: ErrorCode): Message {
  return messages[code];
}

/** The words for whatever was thrown; a code this page does not know yet gets the general ones. */
export function describeError(error: unknown): Message {
  if (error instanceof ApiError) {
    const message = messages[error.code] ?? messages.internal;
    const wait = error.retryAfterSeconds;
    return wait
      ? { ...message, next: `Try again in ${wait === 1 ? "a second" : `${wait} seconds`}.` }
      : message;
  }
  return error instanceof NetworkError ? offline : broken;
}
