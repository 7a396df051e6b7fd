import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { notifyTeam } from "../email/team/queue-team-emails.ts";
import { recordNotifications } from "../email/team/record-notifications.ts";
import { listWaitingStatements } from "../law/statements/store.ts";
import { DAY } from "../lib/time.ts";
import { toNotification } from "./process-statement.ts";

const REMIND_AFTER_MS = 3 * DAY;
const REMINDERS_PER_RUN = 50;

/** Runs nightly: reminds the team of statements that have waited for a decision for three days. Each once. */
export async function remindOfStatements(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  const until = ctx.now - REMIND_AFTER_MS;
  const ids = await listWaitingStatements(ctx.db, { mode, until, limit: REMINDERS_PER_RUN });
  if (ids.length === 0) return;
  await commit(
    ctx.db,
    recordNotifications(
      ctx,
      ids.map((id) => toNotification(id, "waiting")),
    ),
  );
  await notifyTeam(ctx);
}
