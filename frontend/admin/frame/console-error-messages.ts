import { msg } from "@lingui/core/macro";
import type { ConsoleErrorCode } from "../../messages/error-messages.ts";
import type { MessageTemplate } from "../../messages/message.ts";

/** The messages for the codes that only the console is answered. A code without a message doesn't compile. */
export const consoleErrorMessages: Record<ConsoleErrorCode, MessageTemplate> = {
  same_or_higher_role: {
    title: msg`You can’t change a team member whose role is the same as yours or higher.`,
    nextStep: msg`Nothing was changed. Ask someone with a higher role.`,
  },
  event_payload_removed: {
    title: msg`This event’s data was deleted because of its age.`,
    nextStep: msg`You don’t need to replay it: the nightly sweep compares every product with Stripe.`,
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
  edit_conflict: {
    title: msg`Someone else changed this while you were editing.`,
    nextStep: msg`Copy your changes, reload the page, then make them again.`,
  },
  too_many_endpoints: {
    title: msg`A shop can have up to 20 webhook endpoints.`,
    nextStep: msg`Delete one that you no longer need.`,
  },
  too_many_api_keys: {
    title: msg`A shop can have up to 50 active API keys.`,
    nextStep: msg`Revoke a key that you no longer use.`,
  },
};
