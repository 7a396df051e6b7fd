import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLogEvents, replaceLogEvents } from "./log-guide.ts";

const events = readLogEvents(readFileSync("worker/lib/log-events.ts", "utf8"));
const GUIDE = "docs/guides/logs.md";

test("the guide of the logs has the current events; `npm run logs:guide` writes it", () => {
  const guide = readFileSync(GUIDE, "utf8");
  expect(events.length).toBeGreaterThan(50);
  expect(guide).toBe(replaceLogEvents(guide, events));
});

test("every event in the list is logged somewhere", () => {
  const sources = globSync("worker/**/*.ts")
    .filter((path) => !/\.test\.ts$|testing\/|log-events\.ts$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  // The state of a sweep ends the names of its events.
  const isLogged = (name: string) =>
    sources.includes(`"${name}"`) || (name.startsWith("sweep.") && sources.includes("`sweep.${"));
  expect(events.filter(({ name }) => !isLogged(name))).toEqual([]);
});

test("an event without a comment is refused", () => {
  const source = 'export type LogEventName =\n  /** One. */\n  | "a.one"\n  | "a.two";';
  expect(() => readLogEvents(source)).toThrow("a.two has no comment");
});
