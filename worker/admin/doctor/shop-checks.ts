import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { showInboxState } from "../events/show-inbox-state.ts";
import { checkHealth } from "../overview/check-health.ts";
import { findSignal } from "../../sync/health/health-signals.ts";
import { ok, formatTime, type Check } from "./check.ts";
import { findFirstUserTime, listLatestMails } from "./store.ts";

/** A sync takes seconds, and its retries take minutes. */
const SLOW_QUEUE_MS = 10 * MINUTE;
/** Stripe is asked whose an event is within five minutes. */
const SLOW_PLACING_MS = HOUR;
/** Cron runs every five minutes; this allows for two missed runs. */
const MAX_CRON_GAP_MS = 16 * MINUTE;
const RECENT_MAILS = 20;

const queue: Check = {
  id: "queue",
  title: "Waiting work",
  async run(ctx) {
    const { dead, waitingSince, unplacedSince } = await showInboxState(ctx);
    if (dead > 0) {
      return {
        state: "broken",
        message: `${dead === 1 ? "One event has" : `${dead} events have`} failed for good.`,
        fix: "Read under Stripe events why, mend that, and replay them.",
      };
    }
    if (waitingSince !== null && ctx.now - waitingSince >= SLOW_QUEUE_MS)
      return {
        state: "warning",
        message: `Events have waited since ${formatTime(waitingSince)}.`,
        fix: "Read under Stripe events, Waiting, what the last try said. The shop tries again by itself.",
      };
    if (unplacedSince !== null && ctx.now - unplacedSince >= SLOW_PLACING_MS)
      return {
        state: "warning",
        message: `Since ${formatTime(unplacedSince)}, events wait whose customer is not known.`,
        fix: "Read under Stripe events, Waiting for a customer, what the last try said. The shop asks Stripe again by itself.",
      };
    const oldest = Math.min(waitingSince ?? Infinity, unplacedSince ?? Infinity);
    return oldest === Infinity
      ? ok("Nothing waits.")
      : ok(`What waits came at ${formatTime(oldest)}.`);
  },
};

const cron: Check = {
  id: "cron",
  title: "Clockwork",
  async run(ctx) {
    const [frequent, hourly, nightly, firstUserAt] = await Promise.all([
      findSignal(ctx, "cron_frequent"),
      findSignal(ctx, "cron_hourly"),
      findSignal(ctx, "cron_nightly"),
      findFirstUserTime(ctx.db),
    ]);
    const since = frequent?.lastAt ?? firstUserAt ?? ctx.now;
    const fix = "Look at the Worker's cron triggers in Cloudflare's dashboard, and deploy again.";
    const command = "npm run deploy";
    if (ctx.now - since > MAX_CRON_GAP_MS) {
      const message = frequent
        ? `The work of every five minutes was last done on ${formatTime(since)}.`
        : "The work of every five minutes has never been done.";
      return { state: "broken", message, fix, command };
    }
    if (!frequent) return { state: "note", message: "The shop is new: its first run is to come." };
    const late = [
      { name: "hourly backfill", run: hourly, every: HOUR },
      { name: "nightly sweep", run: nightly, every: DAY },
    ].find(({ run, every }) => ctx.now - (run?.lastAt ?? frequent.firstAt) > every + HOUR);
    if (late) {
      const last = late.run ? `last done on ${formatTime(late.run.lastAt)}` : "never done";
      return {
        state: "warning",
        message: `The ${late.name} was ${last}.`,
        fix: "Look in the Worker's log what stopped it: its line says why.",
      };
    }
    return ok(`Last ran on ${formatTime(frequent.lastAt)}.`);
  },
};

const mail: Check = {
  id: "mail",
  title: "Mail",
  async run(ctx) {
    const { emailSender } = ctx.config.auth;
    if (!emailSender) {
      return {
        state: "note",
        message: "The shop sends no mail: no sender is configured.",
        fix: "Set EMAIL_FROM and EMAIL_API_KEY, and deploy.",
        command: "npx wrangler secret put EMAIL_API_KEY",
      };
    }
    const [latest, sent, refused] = await Promise.all([
      listLatestMails(ctx.db, RECENT_MAILS),
      findSignal(ctx, "test_mail_sent"),
      findSignal(ctx, "test_mail_refused"),
    ]);
    const lastSuccessAt = Math.max(sent?.lastAt ?? 0, ...latest.map(({ sentAt }) => sentAt ?? 0));
    const failed = latest.find(
      ({ status, error }) => status === "dead" || (status === "queued" && error !== null),
    );
    const lastFailureAt = Math.max(refused?.lastAt ?? 0, failed?.createdAt ?? 0);
    const from = emailSender.from;
    if (lastFailureAt > lastSuccessAt) {
      const errorSuffix = failed?.error ? `: ${failed.error}` : "";
      return {
        state: "broken",
        message: `The last mail, from ${from}, was not taken${errorSuffix}.`,
        fix: "See at your mail provider whether the key is valid and the sender's domain verified, then send yourself a test.",
      };
    }
    if (lastSuccessAt === 0)
      return { state: "note", message: `Mail goes out from ${from}. None has yet.` };
    return ok(`Mail goes out from ${from}. The last was taken on ${formatTime(lastSuccessAt)}.`);
  },
};

const database: Check = {
  id: "database",
  title: "Database",
  async run(ctx) {
    await checkHealth(ctx);
    return ok("D1 answers.");
  },
};

const files: Check = {
  id: "files",
  title: "Files",
  async run(ctx) {
    await ctx.files.head("doctor");
    return ok("R2 answers.");
  },
};

const signing: Check = {
  id: "signing_key",
  title: "License signing",
  async run(ctx) {
    const { signingKeys } = ctx.config;
    return signingKeys.length > 0
      ? ok("The shop has a key that license files are signed with.")
      : {
          state: "note",
          message: "The shop has no signing key, so it issues no license files.",
          fix: "Make one, where you sell license keys that are checked offline.",
          command:
            "openssl rand 32 | basenc --base64url | tr -d = | npx wrangler secret put SIGNING_KEYS",
        };
  },
};

export const shopChecks: Check[] = [queue, cron, mail, database, files, signing];
