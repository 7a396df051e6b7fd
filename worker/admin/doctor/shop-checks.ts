import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { showInboxState } from "../events/show-inbox-state.ts";
import { checkDatabase } from "../../http/check-health.ts";
import {
  EMAILS_LATE_MS,
  FILLING,
  listFailingSteps,
  MAX_DATABASE_BYTES,
  NEARLY_FULL,
} from "../../sync/watch/find-problems.ts";
import { findOtherOrigin, findSignal } from "../../sync/health/health-signals.ts";
import { MAX_CRON_GAP_MS } from "../../sync/watch/known-problems.ts";
import { listStepFailures } from "../../sync/health/step-failures.ts";
import { readShopState } from "../../sync/watch/watch-shop.ts";
import { showRebuild } from "../../sync/sweeps/rebuild-progress.ts";
import { REMOVAL_LATE_MS, showBacklog } from "../../sync/health/remove-old-rows.ts";
import { findLatePayloads } from "../../sync/inbox/move-payloads.ts";
import { findFirstExpiry } from "../../sync/inbox/payload-objects.ts";
import { DEPLOY_COMMAND, formatTime, broken, note, ok, warning, type Check } from "./check.ts";
import type { EmailSender } from "../../config/sign-in-config.ts";
import { senderNames } from "../../email-sender/deliver-email.ts";
import { readOutboxState } from "../../email/store-state.ts";
import {
  countEmailProblems,
  findFirstUserTime,
  findNewestFile,
  listLatestEmails,
  type EmailProblems,
} from "./doctor.query.ts";

/** A sync takes seconds, and its retries take minutes. */
const SLOW_QUEUE_MS = 10 * MINUTE;
/** Within five minutes, Stripe is asked which customer an event belongs to. */
const SLOW_MATCHING_MS = HOUR;
/** Another Worker's jobs run each hour; after two, it has stopped. */
const OTHER_SHOP_MS = 2 * HOUR;
const RECENT_EMAILS = 20;
/** Among so many of the latest emails, the rates of bounces and complaints are taken. */
const COUNTED_EMAILS = 2000;
/** Mailbox providers and senders refuse emails of a shop above these, and few are not a rate yet. */
const LIMITS = {
  bounced: { rate: 0.04, least: 5 },
  complained: { rate: 0.001, least: 2 },
};

const queue: Check = {
  id: "queue",
  title: "Stripe events",
  async run(ctx) {
    const { dead, waitingSince, unmatchedSince } = await showInboxState(ctx);
    if (dead > 0)
      return broken(
        `${dead === 1 ? "1 event" : `${dead} events`} could not be processed.`,
        "Check the errors under Stripe events, fix them, then replay the events.",
      );
    if (waitingSince !== null && ctx.now - waitingSince >= SLOW_QUEUE_MS)
      return warning(
        `Events have been pending since ${formatTime(waitingSince)}.`,
        "Check the last errors under Stripe events → Pending. The shop retries automatically.",
      );
    if (unmatchedSince !== null && ctx.now - unmatchedSince >= SLOW_MATCHING_MS)
      return warning(
        `Events without a known customer have been waiting since ${formatTime(unmatchedSince)}.`,
        "Check the last errors under Stripe events → Waiting for a customer. The shop retries automatically.",
      );
    const oldest = Math.min(waitingSince ?? Infinity, unmatchedSince ?? Infinity);
    return oldest === Infinity
      ? ok("No pending events.")
      : ok(`The oldest pending event arrived on ${formatTime(oldest)}.`);
  },
};

const cron: Check = {
  id: "cron",
  title: "Scheduled jobs",
  async run(ctx) {
    const [frequent, hourly, nightly, withoutStripe, failed, firstUserAt] = await Promise.all([
      findSignal(ctx, "cron_frequent"),
      findSignal(ctx, "cron_hourly"),
      findSignal(ctx, "cron_nightly"),
      findSignal(ctx, "cron_without_stripe"),
      findSignal(ctx, "cron_step_failed"),
      findFirstUserTime(ctx.db),
    ]);
    const failedAt = Math.max(withoutStripe?.lastAt ?? 0, failed?.lastAt ?? 0);
    const since = Math.max(frequent?.lastAt ?? 0, failedAt) || (firstUserAt ?? ctx.now);
    const fix = "Check the Worker’s cron triggers in the Cloudflare dashboard, then deploy again.";
    const command = "npm run deploy";
    if (ctx.now - since > MAX_CRON_GAP_MS) {
      const message =
        since !== firstUserAt
          ? `The job that runs every 5 minutes last ran on ${formatTime(since)}.`
          : "The job that runs every 5 minutes has never run.";
      return broken(message, fix, command);
    }
    if (!frequent && failedAt === 0) return note("The shop is new. The first job hasn’t run yet.");
    const firstAt = frequent?.firstAt ?? failedAt;
    const late = (
      [
        {
          name: "job that runs every 5 minutes",
          job: "cron_frequent",
          run: frequent,
          every: 0,
          slack: MAX_CRON_GAP_MS,
        },
        {
          name: "hourly fetch of missing events",
          job: "cron_hourly",
          run: hourly,
          every: HOUR,
          slack: HOUR,
        },
        {
          name: "nightly comparison with Stripe",
          job: "cron_nightly",
          run: nightly,
          every: DAY,
          slack: HOUR,
        },
      ] as const
    ).find(({ run, every, slack }) => ctx.now - (run?.lastAt ?? firstAt) > every + slack);
    if (late) {
      const last = late.run
        ? `last finished on ${formatTime(late.run.lastAt)}`
        : "has never finished";
      const lateSince = late.run?.lastAt ?? 0;
      if (withoutStripe && withoutStripe.lastAt > Math.max(lateSince, failed?.lastAt ?? 0))
        return warning(
          `The ${late.name} ${last}: Stripe didn’t respond to it on ${formatTime(withoutStripe.lastAt)}. What needs no answer from Stripe goes on.`,
          "Check status.stripe.com and the Stripe key. The job continues when Stripe responds.",
        );
      const names = (await listStepFailures(ctx, late.job)).map(({ step }) => step);
      return (late.run === frequent ? broken : warning)(
        `The ${late.name} ${last}.${names.length > 0 ? ` These steps failed in its latest run: ${names.join(", ")}.` : ""}`,
        "Check the Worker’s logs for cron.step_failed.",
        "npm run logs -- --level error",
      );
    }
    const [failing] = await listFailingSteps(ctx);
    if (failing)
      return warning(
        `The step ${failing.step} has failed in every run since ${formatTime(failing.since)}.`,
        failing.isOfStripe
          ? "Stripe didn’t respond to it. Check status.stripe.com."
          : "Check the Worker’s logs for cron.step_failed.",
        "npm run logs -- --level error",
      );
    return ok(`Last ran on ${formatTime(since)}.`);
  },
};

const rebuild: Check = {
  id: "rebuild",
  title: "Rebuild",
  async run(ctx) {
    const latest = await showRebuild(ctx);
    if (latest?.finishedAt !== null) return ok("No rebuild is running.");
    const { startedAt, pausedAt, part, done } = latest;
    const what = part === "restoring" ? "users restored" : "customers enqueued";
    return pausedAt === null
      ? note(`A rebuild has been running since ${formatTime(startedAt)}: ${done} ${what} so far.`)
      : warning(
          `The rebuild that began on ${formatTime(startedAt)} has been paused since ${formatTime(pausedAt)}. What it hasn’t reached yet may be missing or out of date.`,
          "Resume it under Doctor → Stripe sync, or with this command.",
          "npm run stripe -- rebuild resume --env-file production.env",
        );
  },
};

const oldRows: Check = {
  id: "old_rows",
  title: "Old data",
  async run(ctx) {
    const [late] = (await showBacklog(ctx)).toSorted((a, b) => a.dueSince - b.dueSince);
    return late && late.dueSince < ctx.now - REMOVAL_LATE_MS
      ? warning(
          `The ${late.name} should have been removed on ${formatTime(late.dueSince)}.`,
          "Check the Worker’s logs for old_rows.failed and old_rows.late.",
        )
      : ok("Old data is removed when it is due.");
  },
};

const payloads: Check = {
  id: "payloads",
  title: "Payloads of Stripe events",
  async run(ctx) {
    const advice = "Check the Worker’s logs for cron.step_failed, payloads.late and R2’s errors.";
    const late = await findLatePayloads(ctx);
    if (late)
      return warning(
        late.waitsFor === "move"
          ? `Payloads have been waiting to move from the database to R2 since ${formatTime(late.since)}.`
          : `Payloads of deleted accounts have been waiting to be erased since ${formatTime(late.since)}.`,
        advice,
      );
    const expiry = await findFirstExpiry(ctx);
    return expiry !== null && expiry < ctx.now - REMOVAL_LATE_MS
      ? warning(`Payloads in R2 should have been deleted on ${formatTime(expiry)}.`, advice)
      : ok("Payloads are in R2, and are deleted when they are due.");
  },
};

const email: Check = {
  id: "email",
  title: "Email",
  async run(ctx) {
    const { emailSender } = ctx.config.auth;
    if (!emailSender)
      return note(
        "The shop can’t send email because no sender is configured.",
        "Set EMAIL_FROM, and EMAIL_API_KEY of Resend or EMAIL_PROVIDER=cloudflare, then deploy.",
        DEPLOY_COMMAND,
      );
    const [problems, latest, outbox, sent, refused] = await Promise.all([
      countEmailProblems(ctx.db, COUNTED_EMAILS),
      listLatestEmails(ctx.db, RECENT_EMAILS),
      readOutboxState(ctx.db),
      findSignal(ctx, "test_email_sent"),
      findSignal(ctx, "test_email_refused"),
    ]);
    const lastSuccessAt = Math.max(sent?.lastAt ?? 0, ...latest.map(({ sentAt }) => sentAt ?? 0));
    const failed = latest.find(
      ({ status, error }) => status === "dead" || (status === "queued" && error !== null),
    );
    const lastFailureAt = Math.max(refused?.lastAt ?? 0, failed?.createdAt ?? 0);
    const from = `${emailSender.from} by ${senderNames[emailSender.kind]}`;
    if (lastFailureAt > lastSuccessAt) {
      const errorSuffix = failed?.error ? `: ${failed.error}` : "";
      return broken(
        `The last email from ${from} was rejected${errorSuffix}.`,
        "Check with your email provider that the key is valid and the sender’s domain is verified, then send yourself a test email.",
      );
    }
    if (outbox.dueSince !== null && outbox.dueSince < ctx.now - EMAILS_LATE_MS)
      return warning(
        `Emails have been waiting since ${formatTime(outbox.dueSince)}.`,
        "Check the Worker’s logs for email.failed, and that the scheduled jobs run.",
        "npm run logs -- --level error",
      );
    const rate = describeRates(problems);
    if (rate !== null)
      return warning(
        `Of the latest ${problems.sent} emails, ${rate}. Email providers may refuse more of them.`,
        "Open the customers whose emails bounce, and look for sign-ups by a program. Those customers get no more emails.",
      );
    if (isDeaf(emailSender))
      return note(
        `Emails are sent from ${from}. The shop does not hear which of them bounce or are reported as spam.`,
        `Add a webhook at https://resend.com/webhooks with the URL ${ctx.config.origin}/api/email/events and the events email.bounced, email.complained and email.suppressed. Set its secret as RESEND_WEBHOOK_SECRET, then deploy.`,
        DEPLOY_COMMAND,
      );
    if (lastSuccessAt === 0) return note(`Emails are sent from ${from}. None has been sent yet.`);
    return ok(
      `Emails are sent from ${from}. The last one was sent on ${formatTime(lastSuccessAt)}.`,
    );
  },
};

/** Returns which rates are too high, as a part of a sentence; null if none is. */
function describeRates({ sent, bounced, complained }: EmailProblems): string | null {
  const parts = [
    { count: bounced, ...LIMITS.bounced, what: "bounced" },
    { count: complained, ...LIMITS.complained, what: "were reported as spam" },
  ]
    .filter(({ count, rate, least }) => count >= least && count > sent * rate)
    .map(({ count, what }) => `${count} (${((count / sent) * 100).toFixed(1)}%) ${what}`);
  return parts.length > 0 ? parts.join(" and ") : null;
}

/** Whether Resend itself sends the emails, and nothing that it says about them is heard. */
const isDeaf = (sender: EmailSender) =>
  sender.kind === "resend" &&
  sender.webhookSecrets.length === 0 &&
  new URL(sender.apiUrl).hostname === "api.resend.com";

const database: Check = {
  id: "database",
  title: "Database",
  async run(ctx) {
    await checkDatabase(ctx);
    const other = await findOtherOrigin(ctx, { after: ctx.now - OTHER_SHOP_MS });
    if (other)
      return broken(
        `The shop at ${other.origin} uses this database, too. It ran its scheduled jobs on ${formatTime(other.lastAt)}.`,
        "Each shop and each preview needs a database of its own: the jobs of both, and their migrations, change the same rows. If it is this shop at its earlier address, this goes away within two hours.",
      );
    const bytes = (await readShopState(ctx))?.databaseBytes;
    if (bytes === undefined) return ok("D1 responds.");
    const part = bytes / MAX_DATABASE_BYTES;
    const size = `${(bytes / 1e9).toFixed(2)} GB of 10 GB (${Math.floor(part * 100)}%)`;
    if (part < FILLING) return ok(`D1 responds. The database has ${size}.`);
    return (part < NEARLY_FULL ? warning : broken)(
      `The database has ${size}. When it is full, nobody can sign in or buy.`,
      "Set EVENT_DAYS=35 and EVENT_PAYLOAD_DAYS=35, then deploy again. The guide “What one shop holds” says how far one database goes.",
      DEPLOY_COMMAND,
    );
  },
};

const files: Check = {
  id: "files",
  title: "Files",
  async run(ctx) {
    const newest = await findNewestFile(ctx.db);
    if (await ctx.files.head(newest?.key ?? "doctor")) return ok("R2 has the newest file.");
    return newest
      ? broken(
          `R2 doesn’t have the newest file, ${newest.name}. Others may be missing, too.`,
          "If the bucket was lost, put its files back from a backup.",
          "npm run restore -- --files --env-file production.env --from /backups/shop",
        )
      : ok("R2 responds.");
  },
};

const signing: Check = {
  id: "signing_key",
  title: "License signing",
  async run(ctx) {
    const { signingKeys } = ctx.config;
    return signingKeys.length > 0
      ? ok("A signing key for license files is configured.")
      : note(
          "No signing key is configured, so the shop can’t issue license files.",
          "If your programs verify licenses offline, create one with this command, set it as SIGNING_KEYS, then deploy.",
          "openssl rand 32 | basenc --base64url | tr -d =",
        );
  },
};

export const shopChecks: Check[] = [
  queue,
  cron,
  rebuild,
  oldRows,
  payloads,
  email,
  database,
  files,
  signing,
];
