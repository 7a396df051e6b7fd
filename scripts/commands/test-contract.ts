import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Stripe from "stripe";
import { buildContractReport, type ContractResults } from "../test/contract-report.ts";

/**
 * `STRIPE_TEST_KEY=sk_test_… npm run test:contract` runs the stand-in's contract tests against real Stripe, and writes
 * a report to paste into an issue. Without a key, they run against the stand-in, as in `npm test`.
 */
const { values: options } = parseArgs({
  options: {
    /** Also asks what needs a person: the run prints links to Stripe's pages and waits until they are used. */
    "by-hand": { type: "boolean", default: false },
    /** Where the report is written. */
    report: { type: "string", default: "contract-report.md" },
  },
});
const key = process.env.STRIPE_TEST_KEY;
console.log(
  key
    ? "Testing against real Stripe in test mode."
    : "Testing against the stand-in: STRIPE_TEST_KEY is not set.",
);
const folder = mkdtempSync(join(tmpdir(), "contract-"));
const resultsFile = join(folder, "results.json");
// Runs one file at a time, because Stripe limits concurrent requests in test mode.
const child = spawn(
  "vitest",
  [
    "run",
    "--project=sandbox",
    "--no-file-parallelism",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${resultsFile}`,
    "packages/sandbox/contract",
  ],
  {
    stdio: "inherit",
    env: { ...process.env, ...(options["by-hand"] && { STRIPE_BY_HAND: "1" }) },
  },
);
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
  try {
    writeFileSync(options.report, buildReport());
    console.log(`\nThe report is in ${options.report}. Paste it into an issue.`);
  } catch (error) {
    console.error(
      `There is no report: ${error instanceof Error ? error.message : "unknown error"}`,
    );
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function buildReport(): string {
  const results = JSON.parse(readFileSync(resultsFile, "utf8")) as ContractResults;
  return buildContractReport(results, {
    target: key ? "Stripe" : "the stand-in",
    at: new Date(),
    apiVersion: Stripe.API_VERSION,
    clientVersion: Stripe.PACKAGE_VERSION,
  });
}
