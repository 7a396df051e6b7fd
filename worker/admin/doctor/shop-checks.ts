import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { isLoopback } from "../../config/sign-in-config.ts";
import { showInboxState } from "../events/show-inbox-state.ts";
import { checkHealth } from "../overview/check-health.ts";
import { recallMoment } from "../../sync/health/health-signals.ts";
import { ok, say, type Check } from "./check.ts";
import { findFirstArrival, listLatestMails } from "./store.ts";

/** A sync takes seconds, and a failed one minutes. */
const SLOW_MS = 10 * MINUTE;
/** Every five minutes, and a while. */
const SILENT_MS = 16 * MINUTE;
const RECENT_MAILS = 20;

const queue: Check = {
  id: "queue",
  title: "Waiting work",
  async look(ctx) {
    const { dead, waitingSince } = await showInboxState(ctx);
    if (dead > 0) {
      return {
        state: "broken",
        found: `${dead === 1 ? "One event has" : `${dead} events have`} failed for good.`,
        fix: "Read under Events why, mend that, and replay them.",
      };
    }
    if (waitingSince === null) return ok("Nothing waits.");
    if (ctx.now - waitingSince < SLOW_MS) return ok(`What waits came at ${say(waitingSince)}.`);
    return {
      state: "warning",
      found: `Events have waited since ${say(waitingSince)}.`,
      fix: "Read under Events, Waiting, what the last try said. The shop tries again by itself.",
    };
  },
};

const cron: Check = {
  id: "cron",
  title: "Clockwork",
  async look(ctx) {
    const [frequent, hourly, nightly, arrival] = await Promise.all([
      recallMoment(ctx, "cron_frequent"),
      recallMoment(ctx, "cron_hourly"),
      recallMoment(ctx, "cron_nightly"),
      findFirstArrival(ctx.db),
    ]);
    if (isLoopback(new URL(ctx.config.origin)) && !frequent)
      return { state: "note", found: "On this machine nothing runs by itself." };
    const since = frequent?.lastAt ?? arrival ?? ctx.now;
    const fix = "Look at the Worker's cron triggers in Cloudflare's dashboard, and deploy again.";
    const command = "npm run deploy";
    if (ctx.now - since > SILENT_MS) {
      const found = frequent
        ? `The work of every five minutes was last done on ${say(since)}.`
        : "The work of every five minutes has never been done.";
      return { state: "broken", found, fix, command };
    }
    if (!frequent) return { state: "note", found: "The shop is new: its first run is to come." };
    const late = [
      { name: "hourly backfill", run: hourly, every: HOUR },
      { name: "nightly sweep", run: nightly, every: DAY },
    ].find(({ run, every }) => ctx.now - (run?.lastAt ?? frequent.firstAt) > every + HOUR);
    if (late) {
      const last = late.run ? `last done on ${say(late.run.lastAt)}` : "never done";
      return {
        state: "warning",
        found: `The ${late.name} was ${last}.`,
        fix: "Look in the Worker's log what stopped it: its line says why.",
      };
    }
    return ok(`Last ran on ${say(frequent.lastAt)}.`);
  },
};

const mail: Check = {
  id: "mail",
  title: "Mail",
  async look(ctx) {
    const { emailSender } = ctx.config.auth;
    if (!emailSender) {
      return {
        state: "note",
        found: "The shop sends no mail: no sender is configured.",
        fix: "Set EMAIL_FROM and EMAIL_API_KEY, and deploy.",
        command: "npx wrangler secret put EMAIL_API_KEY",
      };
    }
    const [latest, sent, refused] = await Promise.all([
      listLatestMails(ctx.db, RECENT_MAILS),
      recallMoment(ctx, "test_mail_sent"),
      recallMoment(ctx, "test_mail_refused"),
    ]);
    const lastGood = Math.max(sent?.lastAt ?? 0, ...latest.map(({ sentAt }) => sentAt ?? 0));
    const failed = latest.find(
      ({ status, error }) => status === "dead" || (status === "queued" && error !== null),
    );
    const lastBad = Math.max(refused?.lastAt ?? 0, failed?.createdAt ?? 0);
    const from = emailSender.from;
    if (lastBad > lastGood) {
      const why = failed?.error ? `: ${failed.error}` : "";
      return {
        state: "broken",
        found: `The last mail, from ${from}, was not taken${why}.`,
        fix: "See at your mail provider whether the key is valid and the sender's domain verified, then send yourself a test.",
      };
    }
    if (lastGood === 0)
      return { state: "note", found: `Mail goes out from ${from}. None has yet.` };
    return ok(`Mail goes out from ${from}. The last was taken on ${say(lastGood)}.`);
  },
};

const database: Check = {
  id: "database",
  title: "Database",
  async look(ctx) {
    await checkHealth(ctx);
    return ok("D1 answers.");
  },
};

const files: Check = {
  id: "files",
  title: "Files",
  async look(ctx) {
    await ctx.files.head("doctor");
    return ok("R2 answers.");
  },
};

const signing: Check = {
  id: "signing_key",
  title: "License signing",
  async look(ctx) {
    const { signingKeys } = ctx.config;
    return signingKeys.length > 0
      ? ok("The shop has a key that license files are signed with.")
      : {
          state: "note",
          found: "The shop has no signing key, so it issues no license files.",
          fix: "Make one, where you sell license keys that are checked offline.",
          command:
            "openssl rand 32 | basenc --base64url | tr -d = | npx wrangler secret put SIGNING_KEYS",
        };
  },
};

export const shopChecks: Check[] = [queue, cron, mail, database, files, signing];
