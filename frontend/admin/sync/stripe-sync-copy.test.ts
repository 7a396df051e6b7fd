import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import type { SyncReport } from "./queries.ts";
import { describeSweep } from "./stripe-sync-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const sweep = {
  id: "swp_1",
  mode: "test",
  kind: "full",
  since: null,
  partUntil: null,
  tasks: [],
  phase: "customers",
  startingAfter: null,
  startedAt: 1,
} satisfies Partial<SyncReport["sweeps"][number]>;

test("a sweep shows how many objects it compared, how many differed, and whether it is running", () => {
  expect(describeSweep(i18n, { ...sweep, checked: 1204, drifted: 0, finishedAt: 2 })).toBe(
    "1,204 objects compared, no mismatches",
  );
  expect(describeSweep(i18n, { ...sweep, checked: 1, drifted: 1, finishedAt: null })).toBe(
    "In progress: 1 object compared, 1 mismatch",
  );
});
