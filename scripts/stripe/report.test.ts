import { expect, test } from "vitest";
import type { SweepRow } from "../../worker/sync/sweeps/store.ts";
import { describeDrift, describeSyncSummary } from "./report.ts";

const sweep: SweepRow = {
  id: "swp_1",
  mode: "test",
  kind: "recent",
  since: Date.UTC(2026, 10, 19, 3, 23),
  partUntil: null,
  tasks: [],
  phase: "customers",
  startingAfter: null,
  checked: 41,
  drifted: 1,
  startedAt: Date.UTC(2026, 10, 21, 3, 23),
  finishedAt: Date.UTC(2026, 10, 21, 3, 24),
};
const incident = {
  id: "inc_1",
  mode: "test",
  kind: "drift",
  customerId: "cst_1",
  stripeObjectId: "sub_1",
  detail: "differs in status",
  sweepId: "swp_1",
  createdAt: Date.UTC(2026, 10, 21, 3, 23),
} as const;

test("the drift report lists each object with its customer and what was found", () => {
  expect(describeDrift({ sweeps: [sweep], incidents: [incident] })).toEqual([
    "Sweeps",
    "  2026-11-21 03:23 UTC  changes since 2026-11-19 03:23 UTC: finished, 41 objects compared, 1 differed",
    "Found",
    "  2026-11-21 03:23 UTC  sub_1 of cst_1: differs in status (differed from Stripe, was refetched)",
  ]);
});

test("the drift report omits everything before `since`", () => {
  const lines = describeDrift({ sweeps: [sweep], incidents: [incident] }, sweep.startedAt + 1);
  expect(lines).toEqual(["Sweeps", "  none", "Found", "  nothing"]);
});

test("an unfinished sweep is shown as in progress", () => {
  const running: SweepRow = { ...sweep, kind: "full", finishedAt: null, phase: "sessions" };
  expect(describeDrift({ sweeps: [running], incidents: [] })[1]).toContain(
    "everything: in progress (sessions)",
  );
});

test("the sync summary lists failed customers with the reason", () => {
  const failed = [{ customerId: "cst_2", error: "Stripe is unavailable" }];
  expect(describeSyncSummary({ customers: 1, failed })).toEqual([
    "1 customer refetched",
    "  cst_2 failed and stays dirty: Stripe is unavailable",
  ]);
});
