import { rmSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "../../shop/migrate-database.ts";
import { seedShop } from "../seed-shop.ts";
import { buildFrontend, shopVars, startShopSandbox } from "../../shop/parts.ts";
import { startWorker, stopProcess, waitUntilReady } from "../../shop/run-worker.ts";
import { planLife } from "./plan-life.ts";
import { playLife } from "./play-life.ts";
import { createPlayer } from "./player.ts";
import { setUp } from "./seller-actions.ts";

const DAY = 86_400_000;
/** The life ends shortly before a midnight (UTC). */
const LAST_MOMENT = 2 * 60_000;

/** What the sandbox starts while time passes; the others are started once a week. */
const FREQUENT = "*/5 * * * *";
const OTHERS = ["17 * * * *", "23 3 * * *"];

/**
 * Plays the life of a shop from an empty one, through the ordinary routes of the shop and the sandbox's clock. Takes
 * many minutes. Nothing runs afterwards.
 * @param input.days how long the life is. It ends with the last whole day (UTC)
 * @param input.stateDir is emptied first. It then has what `npm start` keeps: `state` and `sandbox`
 * @returns when the life ended by the shop's clock, in Unix milliseconds
 */
export async function makeLivedShop(input: {
  days: number;
  pace: number;
  seed: number;
  stateDir: string;
  port: number;
  sandboxPort: number;
  log: (line: string) => void;
}): Promise<{ endedAt: number }> {
  const { days, pace, seed, stateDir, port, sandboxPort, log } = input;
  const workerState = join(stateDir, "state");
  const end = Math.floor(Date.now() / DAY) * DAY;
  const start = end - days * DAY;
  const url = `http://localhost:${port}`;
  const handler = `http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`;
  rmSync(stateDir, { recursive: true, force: true });
  await buildFrontend();
  await migrateDatabase(workerState);
  const sandbox = await startShopSandbox({
    port: sandboxPort,
    stateDir: join(stateDir, "sandbox"),
    appUrl: url,
    cron: { url: handler, expressions: [FREQUENT] },
    clockOffsetSeconds: Math.floor((start - Date.now()) / 1000),
  });
  const vars = {
    ...shopVars(url, sandbox.url),
    CLOCK_URL: `${sandbox.url}/_sandbox/clock`,
    // All of the feed stays in the database: a restored shop moves the times in its rows.
    FEED_ARCHIVE_DAYS: "3650",
  };
  await seedShop({ persistTo: join(workerState, "v3"), vars });
  const worker = startWorker({ port, workerState, vars });
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/api/health`, new URL(url).host, worker);
    const player = createPlayer({ url, sandboxUrl: sandbox.url });
    await setUp(player);
    const actions = planLife({ seed, start, end: end - LAST_MOMENT, pace });
    log(`${actions.length} actions in ${days} days`);
    const runOthers = async () => {
      for (const cron of OTHERS) {
        const answer = await fetch(`${handler}?${new URLSearchParams({ cron })}`);
        if (!answer.ok) throw new Error(`The job ${cron} failed: ${await answer.text()}`);
      }
    };
    const { played, refused } = await playLife(player, { actions, runNightly: runOthers, log });
    // Until the sweep and the walk of the feed have ended, and the last emails are sent.
    for (let round = 0; round < 6; round++)
      await player
        .control("clock", { advanceSeconds: 10, stepSeconds: 5 })
        .then(() => fetch(`${handler}?${new URLSearchParams({ cron: FREQUENT })}`));
    log(`Played ${played} actions; ${refused} were refused`);
    const clock = (await (await fetch(`${sandbox.url}/_sandbox/clock`)).json()) as { now: number };
    return { endedAt: clock.now * 1000 };
  } finally {
    await stopProcess(worker);
    await sandbox.stop();
  }
}
