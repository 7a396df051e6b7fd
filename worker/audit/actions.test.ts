import { expect, test } from "vitest";
import { auditActions } from "./actions.ts";

const sources = import.meta.glob("../**/*.ts", { query: "?raw", import: "default", eager: true });

test.each(auditActions)("%s is recorded by a verb", (action) => {
  // Orders and subscriptions share verbs, which build the first half of the action at runtime.
  const names = [`"${action}"`, `}.${action.split(".").at(-1)}\``];
  const writers = Object.entries(sources).filter(
    ([file, text]) =>
      !/\.test\.ts$|\/testing\/|\/actions\.ts$/.test(file) &&
      names.some((name) => text.includes(name)),
  );
  expect(writers).not.toEqual([]);
});
