/**
 * The name of every event that the Worker logs, as `area.what`, each with what it means and its own fields. All events
 * have the fields of `LogLine` besides. docs/guides/logs.md is made from this list: `npm run logs:guide`.
 */
export type LogEventName =
  /** A request was refused or failed. `code` is the error's, `reason` and `cause` say why, `method` and `path` which route. */
  | "request.failed"
  /** A step of a scheduled job failed; the other steps ran. `step` names it. */
  | "cron.step_failed"
  /** The shop has a new problem, as `/api/health` names it in `problem`. `names` of steps or old rows. */
  | "shop.problem"
  /** A problem of the shop is over. */
  | "shop.recovered"
  /** `/api/health` was asked, and the database did not answer. */
  | "health.database_failed"
  /** A data point of a metric, of this `kind`, could not be written. Nothing else failed. */
  | "metrics.not_written"
  /** The shop's time zone was changed, so all figures are counted again, in this `timeZone`. */
  | "figures.recount_started"
  /** A check of the doctor could not be made. `check` is its id. */
  | "doctor.check_failed"
  /** The doctor's result could not be saved. */
  | "doctor.not_recorded"
  /** A sync of a customer, product or price move failed. It is retried; `attempts` so far. */
  | "sync.failed"
  /** A sync failed too often and is not retried by its queue. The events of the customer are dead. */
  | "sync.dead"
  /** The queue took no message. The next run of cron sends it. */
  | "sync.enqueue_failed"
  /** The card of a subscription could not be changed after the default one was. */
  | "sync.card_not_changed"
  /** Stripe could not be told the customer's language. */
  | "sync.locale_not_set"
  /** A second payment for the same thing could not be refunded yet. The next sync tries again. */
  | "duplicate.refund_postponed"
  /** Events of which the customer was unknown were matched; `postponed` ones could not be looked up. */
  | "events.matched"
  /** The hourly backfill ran, with the numbers of what it found. */
  | "backfill.run"
  /** The DNS could not be asked whether an email domain still gives seats. The next night asks again. */
  | "seats.domain_not_checked"
  /** The repository of releases could not be asked for a newer one. The next night asks again. */
  | "release.not_found"
  /** Stripe's payouts were mirrored. */
  | "payouts.mirrored"
  /** Paid checkouts that no webhook had reported were found. `missed` is their number. */
  | "checkouts.missed"
  /** Stripe could not be asked for paid checkouts. The next run asks again. */
  | "checkouts.not_checked"
  /** A sweep finished. `checked` objects were compared, and `drifted` differed and are synced again. */
  | "sweep.finished"
  /** A part of a sweep is done; messages continue it. */
  | "sweep.interrupted"
  /** Stripe refuses more requests for now. Jobs wait `wait_seconds`. */
  | "stripe.rate_limited"
  /** No webhook has arrived since `since` (Unix milliseconds), although there were events. */
  | "webhooks.stalled"
  /** Webhooks of Stripe arrive again. */
  | "webhooks.recovered"
  /** That a webhook arrived could not be noted for the doctor. */
  | "webhook.signal_failed"
  /** A delivery to a webhook endpoint got no answer. It is retried. */
  | "webhook.no_answer"
  /** The deliveries of an endpoint could not be made. They are retried. */
  | "webhook.run_failed"
  /** An endpoint gets no more events: `status` and `reason`. */
  | "webhook.endpoint_stopped"
  /** A product could not be written to Stripe. It is retried. */
  | "catalog.push_failed"
  /** The queue took no message about a product. The next run of cron sends it. */
  | "catalog.enqueue_failed"
  /** A subscription could not be moved to its new price. */
  | "price_move.failed"
  /** A discount was refused, and its coupon stays at Stripe. */
  | "discount.coupon_left"
  /** Stripe could not be told who pays for a merged account. */
  | "merge.stripe_not_told"
  /** Stripe could not be told the corrected address of somebody who paid without signing in. */
  | "guest.stripe_not_told"
  /** Stripe's details of a payment could not be read. */
  | "billing.not_told"
  /** Older versions of objects in the feed were moved to R2. */
  | "feed.archived"
  /** Older payments were packed, one row for each Stripe customer. */
  | "payments.packed"
  /** Old rows were removed: how many of each kind. */
  | "old_rows.removed"
  /** Old rows of the kind `name` could not be removed. */
  | "old_rows.failed"
  /** Old rows of the kind `name` should have been removed two days ago; `due_since` in Unix milliseconds. */
  | "old_rows.late"
  /** Payloads of Stripe's events were moved to R2, or erased there. */
  | "payloads.moved"
  /** Old payloads were deleted from R2. */
  | "payloads.deleted"
  /** Payloads have waited for more than an hour: `waits_for` a move or an erasure, `since` in Unix milliseconds. */
  | "payloads.late"
  /** A payload could not be read from R2. */
  | "payloads.unavailable"
  /** An email could not be sent and is tried again; `email` is its id. Without it, a whole run failed. */
  | "email.failed"
  /** An email was rejected or failed too often, and is not sent. */
  | "email.dead"
  /** The sender accepts no more emails for now: all wait for `wait_seconds`. */
  | "email.rate_limited"
  /** The sender says that an email came back: its `user` gets no more. `message` is the sender's id of it. */
  | "email.bounced"
  /** The sender says that an email was reported as spam: its `user` gets no more reminders or news. */
  | "email.complained"
  /** The sender says that an address has unsubscribed: its `user` gets no more reminders. */
  | "email.unsubscribed"
  /** An email has no translation of the message `id` in `locale`. */
  | "email.message_missing"
  /** An email is sent without the bill, which Stripe did not give. */
  | "email.bill_not_fetched"
  /** The shop could not do its part of a statement: `step` of `statement`. It is tried again. */
  | "statement.step_failed"
  /** The email about `gift`, which waits for its recipient, was not sent. It is tried again. */
  | "gift.not_emailed"
  /** An invitation to the team is saved, and its email was not sent. */
  | "invitation.not_emailed"
  /** A member's role changed. */
  | "team.role_changed"
  /** A user deleted their account. */
  | "account.deleted"
  /** The language of a user could not be saved. */
  | "account.locale_not_kept"
  /** A sign-in failed. `code` is on the error's page, `path` is the route. */
  | "sign_in.failed"
  /** After a sign-in, it is unknown whether the shop is set up. */
  | "setup.not_read"
  /** That an API key was used could not be noted. */
  | "api_key.use_not_noted"
  /** A gift could not be given to the user it is for. The next sign-in tries again. */
  | "gift.not_claimed"
  /** What was bought before signing in could not be moved to the account. The link in the email tries it again. */
  | "purchase.not_taken"
  /** Guests who never paid were removed, this `count` of them. */
  | "guests.removed"
  /** A guest who never paid could not be removed. The next run tries again. */
  | "guests.not_removed"
  /** A download was sent and not counted. */
  | "download.not_counted"
  /** A file was uploaded and its version not saved; it is in R2 under `key`. */
  | "file.orphaned"
  /** A finished upload is still listed as unfinished. */
  | "upload.not_forgotten"
  /** A rate limit could not be asked, and the request was let through. */
  | "rate_limit.failed"
  /** A page could not be drawn. The visitor got the app alone. */
  | "page.draw_failed"
  /** A page without scripts has no name and logo of the shop. */
  | "page.shop_details_failed"
  /** The cache of pages did not work: `call` to it. */
  | "cache.failed";
