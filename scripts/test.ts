import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { runChecks } from "./checks.ts";
import { findChromium } from "./find-chromium.ts";

const REPORT = "dist/test-report.json";

/** Checks, then every test; the last line says how it went, whatever happened before. */
const chromium = await findChromium();
const checks = await runChecks();
const tests = await runTests(process.argv.slice(2));
const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runTests(filters: string[]): Promise<{ passed: number; failed: number }> {
  mkdirSync("dist", { recursive: true });
  rmSync(REPORT, { force: true });
  const child = spawn(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`, ...filters],
    {
      stdio: ["ignore", "inherit", "inherit"],
      // Only `npm run test:contract` may reach real Stripe.
      env: { ...process.env, CHROMIUM_PATH: chromium, STRIPE_TEST_KEY: undefined },
    },
  );
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  try {
    const report = JSON.parse(readFileSync(REPORT, "utf8")) as Report;
    const { numPassedTests: passed, numTotalTests: total } = report;
    // A test that was skipped or never ran counts as failed, and so does a run that ended badly by itself.
    const failed = Math.max(total - passed, code === 0 ? 0 : 1);
    return { passed, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

type Report = { numPassedTests: number; numTotalTests: number };
