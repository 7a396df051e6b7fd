import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeProgress } from "./rebuild.tsx";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const rebuild = {
  startedAt: 1,
  restoredUpTo: "",
  customers: 0,
  withoutUser: [],
  finishedAt: null,
  part: "restoring" as const,
  done: 1200,
  total: 4000,
  pausedAt: null,
  timeLeftMs: null,
};

test.each([
  [{ timeLeftMs: 7_200_000 }, "Users checked for lost data: 1,200 of 4,000 · about 2 hours left"],
  [{ part: "fetching" as const }, "Customers queued to be fetched: 1,200 of 4,000"],
  // More than there were when it began, or an unknown number.
  [{ total: 1100 }, "Users checked for lost data: 1,200 of 1,200"],
  [{ total: 0 }, "Users checked for lost data: 1,200"],
])("the progress of a rebuild with %o is %s", (changes, text) => {
  expect(describeProgress(i18n, { ...rebuild, ...changes })).toBe(text);
});
