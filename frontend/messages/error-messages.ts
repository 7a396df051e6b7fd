import { msg } from "@lingui/core/macro";
import type { ErrorCode } from "../../worker/errors.ts";
import type { MessageTemplate } from "./message.ts";

/** What only other programs are answered: those that call the API, and Stripe. */
type ProgramErrorCode =
  | `api_key_${string}`
  | `idempotency_${string}`
  | "insufficient_scope"
  | "unsupported_media_type"
  | "entitlement_tokens_unavailable"
  | "cursor_expired"
  | "webhook_signature";

/** The codes that a screen can show. */
export type ShownErrorCode = Exclude<ErrorCode, ProgramErrorCode>;

/** The messages for all codes that a screen can show. A code without a message doesn't compile. */
export const errorMessages: Record<ShownErrorCode, MessageTemplate> = {
  invalid_input: {
    title: msg`Some of the information isn’t valid.`,
    nextStep: msg`Check the highlighted fields and try again.`,
  },
  unauthenticated: {
    title: msg`You’re signed out.`,
    nextStep: msg`Sign in to return to this page.`,
  },
  forbidden: {
    title: msg`You don’t have permission to do this.`,
    nextStep: msg`Sign in with another account, or ask the shop for access.`,
  },
  same_or_higher_role: {
    title: msg`You can’t change a team member whose role is the same as yours or higher.`,
    nextStep: msg`Nothing was changed. Ask someone with a higher role.`,
  },
  sign_in_again: {
    title: msg`Confirm it’s you.`,
    nextStep: msg`Sign in again, then repeat this within 10 minutes.`,
  },
  cross_site_request: {
    title: msg`This request didn’t come from the shop.`,
    nextStep: msg`Reload the page and try again.`,
  },
  not_found: {
    title: msg`Not found.`,
    nextStep: msg`It may have been moved or deleted, or your account may not have access to it.`,
  },
  method_not_allowed: {
    title: msg`This page is out of date.`,
    nextStep: msg`Reload the page and try again.`,
  },
  unknown_host: {
    title: msg`The shop isn’t available at this address.`,
    nextStep: msg`Open the shop at its own address.`,
  },
  last_identity: {
    title: msg`This is your only way to sign in.`,
    nextStep: msg`Add another sign-in method before you remove this one.`,
  },
  last_owner: {
    title: msg`The shop needs at least one owner.`,
    nextStep: msg`Make another team member an owner first.`,
  },
  rate_limited: {
    title: msg`Too many requests.`,
    nextStep: msg`Wait a moment, then try again.`,
  },
  too_many_checkouts: {
    title: msg`You started too many checkouts.`,
    nextStep: msg`You weren’t charged. Try again in 10 minutes.`,
  },
  event_payload_removed: {
    title: msg`This event’s data was deleted because of its age.`,
    nextStep: msg`You don’t need to replay it: the nightly sweep compares every product with Stripe.`,
  },
  trial_used: {
    title: msg`Your free trial has already started with another purchase.`,
    nextStep: msg`You weren’t charged. Reload the page to see the price without a trial.`,
  },
  price_unavailable: {
    title: msg`This price is no longer available.`,
    nextStep: msg`You weren’t charged. Reload the page to see the current price.`,
  },
  price_move_open: {
    title: msg`The subscribers of this price are already being moved.`,
    nextStep: msg`Wait until the move is finished, or cancel it first.`,
  },
  price_move_ended: {
    title: msg`This move has already ended.`,
    nextStep: msg`Reload the page to see its result.`,
  },
  customer_busy: {
    title: msg`This customer is being synced with Stripe.`,
    nextStep: msg`Nothing was changed. Try again in a few seconds.`,
  },
  merge_team_member: {
    title: msg`One of these accounts belongs to a team member.`,
    nextStep: msg`Remove the member from the team first. Otherwise, a customer could get access to the team’s account.`,
  },
  already_owned: {
    title: msg`You already own this.`,
    nextStep: msg`You weren’t charged. It’s in your library.`,
  },
  payment_processing: {
    title: msg`Your payment is processing.`,
    nextStep: msg`Your purchase appears in your library as soon as the payment is confirmed. You don’t need to pay again.`,
  },
  currency_locked: {
    title: msg`You already pay this shop in another currency.`,
    nextStep: msg`You weren’t charged. Choose a price in that currency, or cancel your subscription in that currency first.`,
  },
  subscription_sold_by_link: {
    title: msg`This subscription was sold through Link, so it can only be canceled here.`,
    nextStep: msg`To change the plan or the seats, cancel it and subscribe again.`,
  },
  subscription_not_changeable: {
    title: msg`This subscription can’t be changed right now.`,
    nextStep: msg`Reload the page to see its current status.`,
  },
  subscription_disputed: {
    title: msg`This subscription can’t be changed while a payment is disputed.`,
    nextStep: msg`Wait for your bank’s decision, or ask your bank to withdraw the dispute. You can still cancel.`,
  },
  subscription_suspended: {
    title: msg`Your subscription to this product is on hold.`,
    nextStep: msg`Go to billing to resume it, pay, or cancel. You don’t need to buy it again.`,
  },
  payment_failed: {
    title: msg`Your payment was declined.`,
    nextStep: msg`Nothing was changed. Go to billing to use another payment method or finish the payment, then try again.`,
  },
  payment_disputed: {
    title: msg`The customer’s bank is disputing this payment.`,
    nextStep: msg`It can’t be refunded during the dispute. Respond to the dispute in Stripe.`,
  },
  not_refundable: {
    title: msg`There’s nothing to refund.`,
    nextStep: msg`Nothing was paid, or the payment was already refunded in full. Reload the page to see its current status.`,
  },
  refund_outdated: {
    title: msg`Another refund was issued in the meantime.`,
    nextStep: msg`Your refund was not issued. Check the remaining amount and try again.`,
  },
  preview_expired: {
    title: msg`These amounts are out of date.`,
    nextStep: msg`You weren’t charged. Check the new amounts and confirm again.`,
  },
  checkout_busy: {
    title: msg`A checkout for this product is already being opened.`,
    nextStep: msg`It may be in another tab. Wait a few seconds, then try again.`,
  },
  checkout_not_yours: {
    title: msg`This checkout is for another account.`,
    nextStep: msg`Sign in with that account, or ask the person who sent you the link for a new one.`,
  },
  checkout_paid: {
    title: msg`This checkout was already paid.`,
    nextStep: msg`You weren’t charged again. Your purchase is in your library.`,
  },
  checkout_expired: {
    title: msg`This checkout link has expired.`,
    nextStep: msg`You weren’t charged. Ask the person who sent you the link for a new one.`,
  },
  edit_conflict: {
    title: msg`Someone else changed this while you were editing.`,
    nextStep: msg`Copy your changes, reload the page, then make them again.`,
  },
  link_expired: {
    title: msg`The download link has expired.`,
    nextStep: msg`Select Download again to get a new link.`,
  },
  gift_claimed: {
    title: msg`This gift has already been accepted.`,
    nextStep: msg`Each gift link works once. If you accepted it with another account, sign in with that account.`,
  },
  product_archived: {
    title: msg`This product is no longer sold.`,
    nextStep: msg`If you bought it, it’s still in your library.`,
  },
  gift_expired: {
    title: msg`This gift has expired.`,
    nextStep: msg`Ask the person who sent you the link for a new one.`,
  },
  gift_revoked: {
    title: msg`This gift is no longer available.`,
    nextStep: msg`Ask the person who sent you the link for a new one.`,
  },
  precondition_failed: {
    title: msg`The file was changed since your download started.`,
    nextStep: msg`Download it again from the beginning.`,
  },
  license_key_unusable: {
    title: msg`You can’t do this with this license key right now.`,
    nextStep: msg`Reload the page to see its current status.`,
  },
  license_files_unavailable: {
    title: msg`This shop doesn’t offer license files.`,
    nextStep: msg`Activate online instead, or contact the shop.`,
  },
  too_many_endpoints: {
    title: msg`A shop can have up to 20 webhook endpoints.`,
    nextStep: msg`Delete one that you no longer need.`,
  },
  too_many_api_keys: {
    title: msg`A shop can have up to 50 active API keys.`,
    nextStep: msg`Revoke a key that you no longer use.`,
  },
  too_large: {
    title: msg`The request is too large.`,
    nextStep: msg`Send less at once.`,
  },
  stripe_unavailable: {
    title: msg`Our payment provider isn’t responding.`,
    nextStep: msg`Try again in a minute. You won’t be charged twice.`,
  },
  unavailable: {
    title: msg`The shop is temporarily unavailable.`,
    nextStep: msg`Try again in a minute.`,
  },
  internal: {
    title: msg`Something went wrong.`,
    nextStep: msg`Try again. If the problem continues, contact the shop and include the reference below.`,
  },
};
