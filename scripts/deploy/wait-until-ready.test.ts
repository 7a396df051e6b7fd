import { expect, test } from "vitest";
import { waitUntilReady } from "./wait-until-ready.ts";

const origin = "https://shop.example.com";
const healthy = (version?: string) => Response.json({ status: "ok", mode: "test", version });

/** A shop that gives each answer once, and then the last one. Its clock goes on while the caller sleeps. */
function createShop(answers: (() => Response)[]) {
  const lines: string[] = [];
  let now = 0;
  let calls = 0;
  const surroundings = {
    fetch: async (url: string) => {
      expect(url).toBe(`${origin}/api/health`);
      return answers[Math.min(calls++, answers.length - 1)]!();
    },
    now: () => now,
    sleep: async (milliseconds: number) => void (now += milliseconds),
    print: (line: string) => lines.push(line),
  };
  return { surroundings, lines, calls: () => calls };
}

test("a deployment is ready when the deployed version itself answers", async () => {
  const old = () => healthy("old");
  const refused = () => {
    throw new Error("connection refused");
  };
  const unavailable = () => new Response("no database", { status: 503 });
  const answers = [refused, old, old, unavailable, () => healthy("new")];
  const { surroundings, lines, calls } = createShop(answers);
  await waitUntilReady(origin, "new", surroundings);
  expect(calls()).toBe(5);
  // Each answer once.
  expect(lines.map((line) => line.split(": ").slice(1).join(": "))).toEqual([
    "Error: connection refused",
    "version old answers",
    "503 no database",
  ]);
});

test("a deployment is not ready while an older version answers, and after five minutes it fails", async () => {
  const { surroundings, calls } = createShop([() => healthy("old")]);
  const waiting = waitUntilReady(origin, "new", surroundings);
  await expect(waiting).rejects.toThrow(/Version new is deployed.*version old answers.*rollback/);
  expect(calls()).toBeGreaterThan(100);
});

test("an answer that is no JSON is not taken for health", async () => {
  const { surroundings, calls } = createShop([() => new Response("<html>"), () => healthy("new")]);
  await waitUntilReady(origin, "new", surroundings);
  expect(calls()).toBe(2);
});
