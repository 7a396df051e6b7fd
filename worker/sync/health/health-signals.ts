import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { findCursor, insertOrTouchCursor } from "./store.ts";

/** What the doctor wants to know the last time of. Each is one row, of this mode. */
export type Happening =
  | "cron_frequent"
  | "cron_hourly"
  | "cron_nightly"
  | "webhook_verified"
  | "webhook_refused"
  | "test_mail_sent"
  | "test_mail_refused";

/** When something first and last happened, in unix milliseconds. */
export type Moment = { firstAt: number; lastAt: number };

const nameOf = (ctx: Ctx, happening: Happening) => `${happening}:${ctx.config.stripe.mode}`;

/** Notes that something happens now. */
export async function noteMoment(ctx: Ctx, happening: Happening): Promise<void> {
  const row = { name: nameOf(ctx, happening), value: JSON.stringify({ firstAt: ctx.now }) };
  await commit(ctx.db, [insertOrTouchCursor(ctx.db, { ...row, updatedAt: ctx.now })]);
}

/** Null where it never has happened. */
export async function recallMoment(ctx: Ctx, happening: Happening): Promise<Moment | null> {
  const row = await findCursor(ctx.db, nameOf(ctx, happening));
  if (!row) return null;
  const { firstAt } = JSON.parse(row.value) as { firstAt: number };
  return { firstAt, lastAt: row.updatedAt };
}
