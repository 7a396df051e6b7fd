import { mapRecipients } from "../identity/store-profile.ts";
import type { Ctx, SyncMessage } from "../context.ts";
import { commit } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import { logFailure } from "../lib/log.ts";
import { SECOND } from "../lib/time.ts";
import { measure } from "../metrics/metrics.ts";
import type { EmailSender, ResendSender } from "../config/sign-in-config.ts";
import { deliverEmail, requestsAtOnce } from "../email-sender/deliver-email.ts";
import { EmailDeliveryError } from "../email-sender/email-message.ts";
import { sendByResend } from "../email-sender/resend.ts";
import { confirmContracts } from "../purchases/store-confirmations.ts";
import { prepareEmail, type Written } from "./prepare-email.ts";
import { pauseSender, readSenderPause } from "./sender-pause.ts";
import {
  claimBatch,
  claimEmails,
  listClaimedEmails,
  listDueEmails,
  MAX_ATTEMPTS,
  saveOutcomes,
  type DueEmail,
  type Finished,
  type Requeued,
} from "./store-delivery.ts";
import type { OutboxEmailRow } from "./store.ts";

/**
 * Emails of one request. Each takes up to a dozen calls to D1, whose number per invocation is limited to a thousand, and
 * the sender takes a hundred.
 */
const GROUP = 50;

/**
 * Emails that need a request of their own are sent a few at a time. None is begun after so long: what is claimed is
 * claimed for a minute.
 */
const ALONE_MS = 20 * SECOND;

/**
 * How sending went.
 * @property sent how many emails the sender accepted
 * @property nextInMs when to go on, in milliseconds; null if nothing more is due, or the sender is down
 */
export type SentEmails = { sent: number; nextInMs: number | null };

/**
 * Sends due emails: those in `ids` right after the commit that queued them, or a piece of all others. Concurrent runs
 * send an email only once. Never throws; failed emails are retried later.
 */
export function sendQueuedEmails(ctx: Ctx, input: { ids?: string[] } = {}): Promise<SentEmails> {
  const { ids } = input;
  return ids
    ? sendDirectly(ctx, () => claimEmails(ctx.db, { ids, batch: "alone", now: ctx.now }))
    : neverThrow(ctx, () => sendPiece(ctx));
}

/** Sends emails right after the commit that queued them as claimed. Otherwise as `sendQueuedEmails`. */
export function sendClaimedEmails(ctx: Ctx, input: { ids: string[] }): Promise<SentEmails> {
  return sendDirectly(ctx, () => listClaimedEmails(ctx.db, input.ids));
}

async function neverThrow(ctx: Ctx, send: () => Promise<SentEmails>): Promise<SentEmails> {
  try {
    return await send();
  } catch (error) {
    logFailure(ctx, "email.failed", error);
    return { sent: 0, nextInMs: null };
  }
}

/**
 * Sends emails that were queued a moment ago. If the sender wants everybody to wait, they wait in the queue, which goes
 * on after that.
 */
function sendDirectly(ctx: Ctx, claim: () => Promise<OutboxEmailRow[]>): Promise<SentEmails> {
  return neverThrow(ctx, async () => {
    const pausedMs = await readSenderPause(ctx);
    const emails = await claim();
    if (pausedMs > 0) {
      await commit(ctx.db, release(ctx, emails, pausedMs));
      return { sent: 0, nextInMs: pausedMs };
    }
    const result = await sendGroup(ctx, { emails, key: null });
    if (result.nextInMs !== null)
      await ctx.syncQueue.send({ job: "emails" } satisfies SyncMessage, {
        delaySeconds: result.nextInMs / SECOND,
      });
    return result;
  });
}

/** Sends groups of due emails until the piece is full, nothing more is due, or the sender refuses. */
async function sendPiece(ctx: Ctx): Promise<SentEmails> {
  const pausedMs = await readSenderPause(ctx);
  if (pausedMs > 0) return { sent: 0, nextInMs: pausedMs };
  let sent = 0;
  for (let left = GROUP; left > 0;) {
    const group = await claimGroup(ctx, left);
    if (!group) return { sent, nextInMs: null };
    const result = await sendGroup(ctx, group);
    sent += result.sent;
    left -= group.emails.length;
    if (result.isStopped) return { sent, nextInMs: result.nextInMs };
  }
  return { sent, nextInMs: 0 };
}

/** Claimed emails. `key`: they are sent with one request, which has this idempotency key; null if each has its own. */
type Group = { emails: OutboxEmailRow[]; key: string | null };

/**
 * Claims the emails that are due first and can be sent together. A request that may have been accepted is repeated with
 * the same emails and the same key. An email that may have been sent alone stays alone.
 */
async function claimGroup(ctx: Ctx, limit: number): Promise<Group | null> {
  const { db, now } = ctx;
  const due = await listDueEmails(db, { now, limit });
  const [first] = due;
  if (!first) return null;
  if (isOfRequest(first)) {
    const { batch, nextAttemptAt } = first;
    return { emails: await claimBatch(db, { batch, nextAttemptAt, now }), key: batch };
  }
  const alike = due.filter((email) => !isOfRequest(email) && isNew(email) === isNew(first));
  const isTogether =
    isNew(first) && alike.length > 1 && ctx.config.auth.emailSender?.kind === "resend";
  const batch = isTogether ? newId("mbt", now) : "alone";
  const emails = await claimEmails(db, { ids: alike.map(({ id }) => id), batch, now });
  return { emails, key: isTogether ? batch : null };
}

const isOfRequest = (email: DueEmail): email is DueEmail & { batch: string } =>
  email.batch?.startsWith("mbt_") ?? false;

/** Whether it was surely never sent. */
const isNew = ({ batch, attempts }: DueEmail) => batch === null && attempts === 0;

/** How the emails of a group were sent. `isStopped`: others would meet the same error. */
type GroupResult = SentEmails & { isStopped: boolean };

async function sendGroup(ctx: Ctx, { emails, key }: Group): Promise<GroupResult> {
  const { emailSender } = ctx.config.auth;
  const recipients = await mapRecipients(
    ctx.db,
    emails.map(({ userId }) => userId),
  );
  // The settings are read once for all of them.
  const readingCtx: Ctx = { ...ctx, settings: ctx.settings ?? {} };
  const prepared = await Promise.all(
    emails.map((email) => prepareEmail(readingCtx, email, recipients.get(email.userId))),
  );
  const written = prepared.filter((each) => each.is === "written");
  const confirming = new Set(
    written.flatMap((each) => (each.confirmsContract ? each.email.id : [])),
  );
  const save = (results: Result[], pausedMs = 0) => {
    const outcomes = results.map((result) => toOutcome(ctx, result, { key, pausedMs }));
    const finished = outcomes.filter((outcome) => "status" in outcome);
    const requeued = outcomes.filter((outcome): outcome is Requeued => !("status" in outcome));
    const confirmedIds = results.flatMap(({ is, email: { id, sourceId } }) =>
      is === "sent" && confirming.has(id) ? [sourceId] : [],
    );
    return commit(ctx.db, [
      ...saveOutcomes({ finished, requeued }),
      ...(confirmedIds.length === 0
        ? []
        : confirmContracts(ctx.db, { sourceIds: confirmedIds, at: ctx.now })),
    ]);
  };
  // Before the request is sent that does not have them: with it, they would count as sent.
  await save(prepared.filter((each) => each.is !== "written"));
  if (written.length === 0 || !emailSender) return { sent: 0, nextInMs: null, isStopped: false };
  const { results, error } =
    key !== null && emailSender.kind === "resend"
      ? await sendTogether(emailSender, written, key)
      : await sendAlone(emailSender, written);
  const pausedMs = error?.retryAfterMs == null ? null : await pauseSender(ctx, error);
  await save(results, pausedMs ?? 0);
  const count = (is: Result["is"]) => results.filter((result) => result.is === is).length;
  const sent = count("sent");
  const oldestAt = Math.min(...written.map(({ email }) => email.createdAt));
  measure(ctx, "emails", { sent, failed: count("failed"), lag_ms: ctx.now - oldestAt });
  return { sent, nextInMs: pausedMs, isStopped: error !== null };
}

/** What happened to emails that were to be sent, and the error that others would meet, too. */
type Sent = { results: Result[]; error: EmailDeliveryError | null };

/**
 * What an attempt came to. `failed`: with this error. `released`: it was not sent and does not count as an attempt;
 * `isAlone`: because the request was refused that has it.
 */
type Result = { email: OutboxEmailRow } & (
  | { is: "sent"; messageId: string | null }
  | { is: "skipped"; reason: string }
  | { is: "failed"; error: unknown }
  | { is: "released"; isAlone: boolean }
);

async function sendTogether(sender: ResendSender, written: Written[], key: string): Promise<Sent> {
  try {
    const messages = written.map(({ message }) => message);
    const ids = await sendByResend(sender, messages, key);
    const results = written.map(({ email }, at): Result => {
      return { email, is: "sent", messageId: ids[at] ?? null };
    });
    return { results, error: null };
  } catch (error) {
    if (!(error instanceof EmailDeliveryError)) throw error;
    const isRefused = !error.isRetriable;
    const results = written.map(({ email }): Result =>
      isRefused || error.retryAfterMs !== null
        ? { email, is: "released", isAlone: isRefused }
        : { email, is: "failed", error },
    );
    // One email can make the sender refuse all. Alone, the others are sent.
    return { results, error: isRefused ? null : error };
  }
}

async function sendAlone(sender: EmailSender, written: Written[]): Promise<Sent> {
  const results: Result[] = [];
  const startedAt = Date.now();
  let stoppedBy: EmailDeliveryError | null = null;
  const stop = (error: EmailDeliveryError) => {
    if (stoppedBy?.retryAfterMs == null) stoppedBy = error;
  };
  const sendOne = async ({ email, message }: Written): Promise<Result> => {
    if (stoppedBy || Date.now() - startedAt > ALONE_MS)
      return { email, is: "released", isAlone: false };
    try {
      const messageId = await deliverEmail(sender, { ...message, idempotencyKey: email.id });
      return { email, is: "sent", messageId };
    } catch (error) {
      if (!(error instanceof EmailDeliveryError)) throw error;
      // The sender is down or wants us to wait: the other emails keep their attempts.
      if (!error.isOfMessage) stop(error);
      return error.retryAfterMs === null
        ? { email, is: "failed", error }
        : { email, is: "released", isAlone: false };
    }
  };
  // All of them take the next email of the same list.
  const rest = written.values();
  const sendRest = async () => {
    for (const next of rest) results.push(await sendOne(next));
  };
  await Promise.all(Array.from({ length: requestsAtOnce[sender.kind] }, sendRest));
  return { results, error: stoppedBy };
}

function toOutcome(
  ctx: Ctx,
  result: Result,
  { key, pausedMs }: { key: string | null; pausedMs: number },
): Finished | Requeued {
  const { email } = result;
  const { id, attempts, nextAttemptAt } = email;
  switch (result.is) {
    case "sent":
      return { id, status: "sent", error: null, sentAt: ctx.now, messageId: result.messageId };
    case "skipped":
      return { id, status: "skipped", error: result.reason, sentAt: null, messageId: null };
    case "released": {
      const before = attempts - 1;
      const batch = result.isAlone ? "alone" : before === 0 ? null : (key ?? "alone");
      return { id, error: null, batch, attempts: before, nextAttemptAt: ctx.now + pausedMs };
    }
    case "failed": {
      const isKnown = result.error instanceof EmailDeliveryError;
      const error = isKnown ? (result.error as EmailDeliveryError).message : "internal";
      const isDead =
        (isKnown && !(result.error as EmailDeliveryError).isRetriable) || attempts >= MAX_ATTEMPTS;
      logFailure(ctx, isDead ? "email.dead" : "email.failed", result.error, {
        email: id,
        attempts,
      });
      if (isDead) return { id, status: "dead", error, sentAt: null, messageId: null };
      // The request did not have an email that could not be written.
      return { id, error, batch: (isKnown && key) || "alone", attempts, nextAttemptAt };
    }
  }
}

/** Returns the outcomes of emails that were claimed and not sent. */
function release(ctx: Ctx, emails: OutboxEmailRow[], pausedMs: number) {
  const requeued = emails.map(
    (email) =>
      toOutcome(
        ctx,
        { email, is: "released", isAlone: false },
        { key: null, pausedMs },
      ) as Requeued,
  );
  return saveOutcomes({ finished: [], requeued });
}
