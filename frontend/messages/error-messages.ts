import { msg } from "@lingui/core/macro";
import type { ErrorCode } from "../../worker/errors.ts";
import type { MessageTemplate } from "./message.ts";

/** What only other programs are answered: those that call the API, and Stripe. */
type ProgramErrorCode =
  | `api_key_${string}`
  | `idempotency_${string}`
  | "insufficient_scope"
  | "external_id_taken"
  | "unsupported_media_type"
  | "entitlement_tokens_unavailable"
  | "cursor_expired"
  | "webhook_signature";

/** What only the console is answered, which brings the messages (`admin/frame/console-error-messages.ts`). */
export type ConsoleErrorCode =
  | "same_or_higher_role"
  | "event_payload_removed"
  | "price_move_open"
  | "price_move_ended"
  | "customer_busy"
  | "merge_team_member"
  | "payment_disputed"
  | "not_refundable"
  | "refund_outdated"
  | "edit_conflict"
  | "too_many_endpoints"
  | "too_many_api_keys";

/** The codes that a screen of the shop can show. */
export type ShownErrorCode = Exclude<ErrorCode, ProgramErrorCode | ConsoleErrorCode>;

/** The messages for all codes that a screen of the shop can show. A code without a message doesn't compile. */
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
  purchase_taken: {
    title: msg`Another account has this purchase already.`,
    nextStep: msg`Sign in with the account that took it, or ask the shop for help.`,
  },
  rate_limited: {
    title: msg`Too many requests.`,
    nextStep: msg`Wait a moment, then try again.`,
  },
  too_many_checkouts: {
    title: msg`You started too many checkouts.`,
    nextStep: msg`You weren’t charged. Try again in 10 minutes.`,
  },
  trial_used: {
    title: msg`Your free trial has already started with another purchase.`,
    nextStep: msg`You weren’t charged. Reload the page to see the price without a trial.`,
  },
  price_unavailable: {
    title: msg`This price is no longer available.`,
    nextStep: msg`You weren’t charged. Reload the page to see the current price.`,
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
    title: msg`This link has expired.`,
    nextStep: msg`You weren’t charged. Ask the person who sent you the link for a new one.`,
  },
  permanent_link_inactive: {
    title: msg`This link is no longer active.`,
    nextStep: msg`You weren’t charged. Ask the person who sent you the link for a new one.`,
  },
  permanent_link_used_up: {
    title: msg`This offer is sold out.`,
    nextStep: msg`You weren’t charged. A place may become free if a buyer doesn’t pay within half an hour.`,
  },
  discount_unavailable: {
    title: msg`The discount of this link isn’t available.`,
    nextStep: msg`You weren’t charged. You can buy at the regular price on the product’s page.`,
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
  seats_taken: {
    title: msg`No seat is free.`,
    nextStep: msg`Take a seat back first, or buy more seats.`,
  },
  seats_unavailable: {
    title: msg`These seats give no access now.`,
    nextStep: msg`Ask the person who bought them. You can try again once the purchase is active.`,
  },
  seat_own: {
    title: msg`You bought these seats, and have one yourself.`,
    nextStep: msg`Send the link to somebody else.`,
  },
  seat_held: {
    title: msg`You already have a seat of this purchase.`,
    nextStep: msg`It’s in your library.`,
  },
  seat_domain_refused: {
    title: msg`This domain can’t give seats.`,
    nextStep: msg`Enter the domain of your organization, such as example.com. Domains of mail providers, such as gmail.com, can’t be used.`,
  },
  seat_offer_ended: {
    title: msg`These seats are no longer offered to you.`,
    nextStep: msg`Ask whoever manages the seats for an invitation.`,
  },
  dns_unavailable: {
    title: msg`The DNS of the domain didn’t answer.`,
    nextStep: msg`Try again in a few minutes.`,
  },
  seats_in_use: {
    title: msg`More seats are in use than that.`,
    nextStep: msg`Take seats back first: on the page of the seats, which billing links to.`,
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
