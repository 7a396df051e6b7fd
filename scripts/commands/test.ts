import { globSync, mkdirSync } from "node:fs";
import { prepareSecrets, runChecks } from "../test/checks.ts";
import { findChromium } from "../test/find-chromium.ts";
import { reportOutcome, runVitest } from "../test/run-vitest.ts";

/**
 * The files of each vitest project, as in vitest.config.ts. Tests that fill large tables run with `npm run test:scale`.
 */
const projects: Record<string, string[]> = {
  worker: ["worker/**/*.test.ts", "bench/*.bench.ts"],
  frontend: ["frontend/**/*.test.ts"],
  sandbox: ["packages/sandbox/**/*.test.ts", "scripts/**/*.test.ts"],
  client: ["packages/client/**/*.test.{ts,tsx}", "examples/**/*.test.ts"],
  journeys: ["frontend/e2e/**/*.spec.ts"],
};

/**
 * `npm test` runs the checks, then every test. `npm test -- worker/access` runs only the tests whose paths match,
 * without the checks. `--without-journeys` leaves out the browser tests, which CI runs in a job of their own. The last
 * line shows the result.
 */
const WITHOUT_JOURNEYS = "--without-journeys";
const args = process.argv.slice(2).filter((arg) => arg !== WITHOUT_JOURNEYS);
const left = process.argv.includes(WITHOUT_JOURNEYS) ? ["journeys"] : [];
const paths = args.filter((arg, index) => !arg.startsWith("-") && !isNameOption(args[index - 1]));
const selected = Object.keys(projects).filter(
  (name) => !left.includes(name) && (paths.length === 0 || hasMatchingFile(name, paths)),
);

prepareSecrets();
// The folder of the Worker's assets must exist for the runtime to start; no test requests one of them.
mkdirSync("dist/client", { recursive: true });
const chromium = selected.includes("journeys") ? await findChromium() : undefined;
const checks = paths.length === 0 ? await runChecks() : { passed: 0, failed: 0, isBuilt: false };
const tests = await runVitest([...selected.flatMap((name) => ["--project", name]), ...args], {
  report: "dist/test-report.json",
  listsFiles: paths.length > 0,
  env: { CHROMIUM_PATH: chromium, E2E_BUILD: checks.isBuilt ? "dist" : undefined },
});
reportOutcome(checks, tests);

/** Whether the next argument is a test's name, not a path. */
function isNameOption(option: string | undefined): boolean {
  return option === "-t" || option === "--testNamePattern";
}

/** Whether the project has a file that one of the arguments is a part of; this is how vitest matches paths. */
function hasMatchingFile(name: string, parts: string[]): boolean {
  const files = globSync(projects[name]!);
  return files.some((file) => parts.some((part) => file.includes(part)));
}
