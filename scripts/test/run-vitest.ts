import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statfsSync } from "node:fs";

const SLOWEST_COUNT = 10;
const MEMORY_DIR = "/dev/shm";
const MEMORY_DIR_BYTES = 2 * 1024 ** 3;

export type Outcome = { passed: number; failed: number };

/**
 * Runs vitest, prints the slowest files, and counts the tests. Skipped tests count as failed, and so does a run that
 * exits with an error although all tests passed.
 * @param options.report the file that vitest writes its JSON report to
 * @param options.listsFiles prints each file, not only those with failures
 */
export async function runVitest(
  args: string[],
  options: { report: string; listsFiles?: boolean; env?: Record<string, string | undefined> },
): Promise<Outcome> {
  const { report, listsFiles = false, env } = options;
  const reporter = listsFiles ? "default" : "minimal";
  mkdirSync("dist", { recursive: true });
  rmSync(report, { force: true });
  const child = spawn(
    "vitest",
    ["run", `--reporter=${reporter}`, "--reporter=json", `--outputFile.json=${report}`, ...args],
    {
      stdio: ["ignore", "inherit", "inherit"],
      // Only `npm run test:contract` may reach real Stripe.
      env: { TMPDIR: findMemoryDir(), ...process.env, ...env, STRIPE_TEST_KEY: undefined },
    },
  );
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  try {
    const { numPassedTests, numTotalTests, testResults } = readReport(report);
    printSlowest(testResults);
    const failed = Math.max(numTotalTests - numPassedTests, code === 0 ? 0 : 1);
    return { passed: numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/**
 * Returns a directory in memory, where D1 writes its files faster than on a disk: the runtimes need a tenth less CPU.
 * Undefined on systems without one, and in containers where it is small.
 */
function findMemoryDir(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DIR);
    return bavail * bsize >= MEMORY_DIR_BYTES ? MEMORY_DIR : undefined;
  } catch {
    return undefined;
  }
}

type TestFile = { name: string; startTime: number; endTime: number };
type Report = { numPassedTests: number; numTotalTests: number; testResults: TestFile[] };

function readReport(path: string): Report {
  return JSON.parse(readFileSync(path, "utf8")) as Report;
}

function printSlowest(files: TestFile[]): void {
  const slowest = files
    .map(({ name, startTime, endTime }) => ({
      file: name.replace(`${process.cwd()}/`, ""),
      seconds: (endTime - startTime) / 1000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_COUNT);
  console.log("\nSlowest files, in seconds:");
  for (const { file, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
}

/** Prints the totals and sets the exit code. CI reads this line. */
export function reportOutcome(...outcomes: Outcome[]): void {
  const total = (key: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
  process.exitCode = total("failed") === 0 ? 0 : 1;
}
