import { expect, test } from "vitest";
import type { RebuildProgress } from "../../worker/sync/sweeps/rebuild-progress.ts";
import { HOUR, MINUTE } from "../../worker/lib/time.ts";
import { refuseWhilePaused, watchRebuild } from "./watch-rebuild.ts";

const running: RebuildProgress = {
  startedAt: Date.UTC(2026, 10, 21, 3, 23),
  restoredUpTo: "",
  customers: 0,
  withoutUser: [],
  finishedAt: null,
  part: "restoring",
  done: 0,
  total: 300,
  pausedAt: null,
  timeLeftMs: 3 * HOUR,
};

/** Watches a rebuild that is in one of these states each time that it is asked. */
async function watch(states: (Partial<RebuildProgress> | null)[]) {
  const lines: string[] = [];
  let waits = 0;
  const result = await watchRebuild(
    async () => {
      const state = states.shift();
      if (state === undefined) throw new Error("It was asked once more");
      return state && { ...running, ...state };
    },
    (line) => lines.push(line.replace("2026-11-21 03:23 UTC  rebuild: ", "")),
    async () => void waits++,
  );
  return { lines, waits, result };
}

test("a watched rebuild says what is done and the time left, until it is finished", async () => {
  const { lines, waits } = await watch([
    {},
    { done: 99 },
    { done: 225, timeLeftMs: 80 * MINUTE },
    { part: "fetching", done: 40, total: 0, timeLeftMs: null },
    { part: "fetching", customers: 300, finishedAt: Date.UTC(2026, 10, 21, 6, 23) },
  ]);
  expect(lines).toEqual([
    "lost rows restored for 0 of 300 users, about 3 hours left",
    "lost rows restored for 225 of 300 users, about 80 minutes left",
    "40 customers enqueued for a sync",
    "finished at 2026-11-21 06:23 UTC, 300 customers enqueued",
  ]);
  expect(waits).toBe(4);
});

test("watching ends when the rebuild is paused, and says since when", async () => {
  const pausedAt = Date.UTC(2026, 10, 21, 4, 0);
  const { lines, result } = await watch([{}, { done: 25, pausedAt, timeLeftMs: null }]);
  expect(lines[1]).toBe(
    "paused since 2026-11-21 04:00 UTC, lost rows restored for 25 of 300 users",
  );
  expect(() => refuseWhilePaused(result!)).toThrow("rebuild resume");
});

test("a shop that was never rebuilt says so", async () => {
  expect(await watch([null])).toEqual({
    lines: ["There has been no rebuild"],
    waits: 0,
    result: null,
  });
});
