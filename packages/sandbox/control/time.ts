import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Timekeeper } from "../cron/timekeeper.ts";
import type { Account } from "../stripe/account.ts";
import { parseBody } from "./parse-body.ts";

const clockBody = z.strictObject({
  advanceSeconds: z
    .int()
    .min(1)
    .max(10 * 366 * 86_400),
  stepSeconds: z.int().min(1).optional(),
});
const cronBody = z.strictObject({ cron: z.string() });

/** Creates the controls of the clock and of the scheduled jobs. */
export function createTimeControls(
  timekeeper: Timekeeper,
  resolveAccount: (c: Context) => Account,
): Hono {
  const controls = new Hono();
  const showClock = ({ clock }: Account) => ({ now: clock.now(), offsetSeconds: clock.offset() });

  controls.get("/clock", async (c) => {
    const account = resolveAccount(c);
    if (c.req.header("x-visit")) await timekeeper.letVisitorIn(account);
    return c.json(showClock(account));
  });
  controls.post("/clock", async (c) => {
    const account = resolveAccount(c);
    const { advanceSeconds, stepSeconds } = await parseBody(c, clockBody);
    await timekeeper.passTime(account, advanceSeconds, stepSeconds);
    return c.json(showClock(account));
  });

  controls.get("/cron", (c) => {
    const { cron } = timekeeper;
    return c.json({
      jobs: (cron?.expressions ?? []).map((expression) => ({
        cron: expression,
        latestRun: cron?.findLatestRun(expression) ?? null,
      })),
    });
  });
  controls.post("/cron", async (c) => {
    const { cron: expression } = await parseBody(c, cronBody);
    const { cron } = timekeeper;
    if (!cron?.expressions.includes(expression))
      return c.json({ error: "The shop has no scheduled job with this expression." }, 404);
    return c.json(await cron.run(expression));
  });

  return controls;
}
