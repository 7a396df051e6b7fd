import { expect, it } from "vitest";
import { ApiError, NetworkError } from "../../http/errors.ts";
import { runBulk, type RowResult } from "./run-bulk.ts";

const rows = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id }));
const refused = new ApiError(409, { code: "edit_conflict" }, undefined);

/** Runs an action for all rows, and returns the last result of each row and how long the queue waited. */
async function runAll(
  run: (row: { id: string }, stop: () => void) => Promise<unknown>,
): Promise<{ results: Record<string, RowResult>; waited: number[] }> {
  const results: Record<string, RowResult> = {};
  const waited: number[] = [];
  const controller = new AbortController();
  await runBulk({
    rows,
    run: (row) => run(row, () => controller.abort()),
    onResult: (id, result) => (results[id] = result),
    signal: controller.signal,
    wait: async (ms) => void waited.push(ms),
  });
  return { results, waited };
}

it("a row that fails keeps no other row from being done", async () => {
  const { results } = await runAll(async ({ id }) => {
    if (id === "b") throw refused;
  });
  expect(results["b"]).toEqual({ state: "failed", error: refused });
  const others = rows.filter(({ id }) => id !== "b");
  expect(others.map(({ id }) => results[id])).toEqual(others.map(() => ({ state: "done" })));
});

it("three requests run at once", async () => {
  let running = 0;
  let most = 0;
  await runAll(async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  expect(most).toBe(3);
});

it("after too many requests, the queue waits for as long as the server says, and sends the row again", async () => {
  const attempts: Record<string, number> = {};
  const { results, waited } = await runAll(async ({ id }) => {
    attempts[id] = (attempts[id] ?? 0) + 1;
    if (id === "c" && attempts[id] === 1) throw new ApiError(429, { code: "rate_limited" }, 7);
  });
  expect(waited).toEqual([7000]);
  expect(attempts["c"]).toBe(2);
  expect(Object.values(results)).toEqual(rows.map(() => ({ state: "done" })));
});

it("a row that meets the limit again and again fails after five attempts", async () => {
  const { results, waited } = await runAll(async ({ id }) => {
    if (id === "a") throw new ApiError(429, { code: "rate_limited" }, undefined);
  });
  expect(waited).toEqual([1000, 1000, 1000, 1000]);
  expect(results["a"]?.state).toBe("failed");
});

it("rows that were not started are left when the user stops", async () => {
  const { results } = await runAll(async ({ id }, stop) => {
    if (id === "c") stop();
  });
  expect(rows.map(({ id }) => results[id]?.state)).toEqual([
    ...Array<string>(3).fill("done"),
    ...Array<string>(3).fill("stopped"),
  ]);
});

it("rows that were not started are left when the connection is lost", async () => {
  const { results } = await runAll(async () => {
    throw new NetworkError("no answer");
  });
  const states = rows.map(({ id }) => results[id]?.state);
  expect(states.slice(0, 3)).toEqual(["failed", "failed", "failed"]);
  expect(states.slice(3)).toEqual(["stopped", "stopped", "stopped"]);
});
