import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import type { ShopProblem } from "../../db/schema/notifications.ts";
import { notifyTeam } from "../../email/team/queue-team-emails.ts";
import { recordNotifications } from "../../email/team/record-notifications.ts";
import { logEvent } from "../../lib/log.ts";
import { MINUTE } from "../../lib/time.ts";
import { measure } from "../../metrics/metrics.ts";
import { defineCursor } from "../cursors/store.ts";
import { findProblems, type Problem } from "./find-problems.ts";

/** A problem that comes back sooner was never gone. */
const GONE_AFTER_MS = 14 * MINUTE;

/** The size is saved when it has changed by so many bytes. */
const SIZE_STEP_BYTES = 1_000_000;

/** Webhooks have notifications of their own, and emails cannot report that no email is sent. */
const notReported = new Set<ShopProblem>(["webhooks_stopped", "emails_late", "emails_rejected"]);

/** A problem that was found, and since when it was no longer there (Unix milliseconds); null while it is. */
type OpenProblem = Problem & { goneSince: number | null };

/** What the latest run of cron found. */
export type ShopState = { databaseBytes: number; problems: OpenProblem[] };

const cursor = defineCursor<ShopState>("shop-state");

/** Returns what the latest run of cron found; null before the first one. */
export const readShopState = (ctx: Ctx): Promise<ShopState | null> => cursor.read(ctx);

/** Reads it from the text that the cursor keeps. */
export const toShopState = (text: string) => JSON.parse(text) as ShopState;

/**
 * Looks for problems, saves what it finds, and notifies the team: once when a problem begins, and once when it has been
 * gone for a quarter of an hour. Costs one write when something has changed.
 */
export async function watchShop(ctx: Ctx): Promise<void> {
  const [before, { problems: found, databaseBytes, eventSince, emailSince }] = await Promise.all([
    readShopState(ctx),
    findProblems(ctx),
  ]);
  measure(ctx, "shop", {
    database_bytes: databaseBytes,
    oldest_event_ms: ctx.now - eventSince,
    oldest_email_ms: ctx.now - emailSince,
    problems: found.length,
  });
  const known = before?.problems ?? [];
  const isIn = (list: Problem[], { code }: Problem) => list.some((each) => each.code === code);
  const begun = found.filter((problem) => !isIn(known, problem));
  const open = known.map((problem): OpenProblem => {
    const again = found.find(({ code }) => code === problem.code);
    return again
      ? { ...again, since: problem.since, goneSince: null }
      : { ...problem, goneSince: problem.goneSince ?? ctx.now };
  });
  const isOver = ({ goneSince }: OpenProblem) =>
    goneSince !== null && goneSince <= ctx.now - GONE_AFTER_MS;
  const ended = open.filter(isOver);
  const problems = [
    ...open.filter((problem) => !isOver(problem)),
    ...begun.map((problem) => ({ ...problem, goneSince: null })),
  ];
  const isSameSize =
    before !== null && Math.abs(databaseBytes - before.databaseBytes) < SIZE_STEP_BYTES;
  const state = { databaseBytes: isSameSize ? before.databaseBytes : databaseBytes, problems };
  if (JSON.stringify(state) === JSON.stringify(before)) return;
  for (const { code, since, names } of begun)
    logEvent("error", "shop.problem", { problem: code, since, names }, ctx);
  for (const { code, since } of ended)
    logEvent("info", "shop.recovered", { problem: code, since }, ctx);
  const reports = [
    ...begun.flatMap((problem) => report(ctx, "began", problem)),
    ...ended.flatMap((problem) => report(ctx, "ended", problem)),
  ];
  await commit(ctx.db, [cursor.save(ctx, state), ...reports]);
  if (reports.length > 0) await notifyTeam(ctx);
}

function report(ctx: Ctx, event: "began" | "ended", problem: Problem): Statement[] {
  const { code, since, names, count, bytes } = problem;
  if (notReported.has(code)) return [];
  return recordNotifications(ctx, [
    {
      kind: "shop_problem",
      dedupeKey: `${code}:${since}:${event}`,
      sourceType: "shop",
      sourceId: "",
      facts: {
        event,
        problem: code,
        since,
        ...(names && { names }),
        ...(count !== undefined && { count }),
        ...(bytes !== undefined && { bytes }),
      },
      amountMinor: null,
      currency: null,
    },
  ]);
}
