import { expect, test } from "vitest";
import { findRollbackProblem, planUpgrade } from "./plan.ts";

const records = [
  ["1.0.0", "1.0.0"],
  ["1.1.0", "1.0.0"],
  ["1.2.0", "1.1.0"],
  ["2.0.0", "1.1.0"],
].map(([version = "", upgradableFrom = ""], number) => ({
  version,
  upgradableFrom,
  migrations: Object.fromEntries(
    Array.from({ length: number + 1 }, (_, each) => [`000${each}_a.sql`, "hash"]),
  ),
}));

const plan = (current: string, to?: string) => {
  const planned = planUpgrade({ current, records, to });
  return planned.kind === "upgrade"
    ? planned.to
    : planned.kind === "refused"
      ? planned.reason
      : "current";
};

test("an upgrade leads to the newest release, or to the one that was asked for", () => {
  expect(plan("1.2.0")).toBe("2.0.0");
  expect(plan("1.1.0", "1.2.0")).toBe("1.2.0");
  expect(plan("2.0.0")).toBe("current");
  expect(plan("2.1.0")).toBe("current");
});

test("a release that the running code cannot share a database with is reached by a step between", () => {
  expect(plan("1.0.0", "1.2.0")).toBe(
    "1.2.0 can be upgraded from 1.1.0 or later, and 1.0.0 runs. First: npm run upgrade -- --to 1.1.0",
  );
  expect(plan("0.9.0")).toContain("No release leads there");
});

test("a new major version is reached only from the newest release before it", () => {
  expect(plan("1.1.0")).toBe(
    "2.0.0 is a new major version. It can be upgraded from the newest release before it. First: npm run upgrade -- --to 1.2.0",
  );
});

test("an upgrade to an older or unknown release is refused", () => {
  expect(plan("1.2.0", "1.1.0")).toContain("To go back: npm run rollback");
  expect(plan("1.2.0", "1.9.0")).toBe("There is no release 1.9.0.");
});

test("a rollback is refused when a migration took away what the older release uses", () => {
  const problem = (to: string, ...applied: string[]) =>
    findRollbackProblem({ to, applied, records });
  expect(problem("1.1.0", "0000_a.sql", "0002_a.sql")).toBeUndefined();
  expect(problem("1.0.0", "0000_a.sql", "0002_a.sql")).toBe(
    "The database is that of 1.2.0, and its migrations took away what 1.0.0 uses. The oldest release that works with it is 1.1.0.",
  );
});

test("a database that is newer than every release works with the newest release only", () => {
  const problem = (to: string) => findRollbackProblem({ to, applied: ["0009_a.sql"], records });
  expect(problem("2.0.0")).toBeUndefined();
  expect(problem("1.2.0")).toContain("only 2.0.0 is known to work with it");
});
