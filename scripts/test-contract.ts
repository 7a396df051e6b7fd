import { spawn } from "node:child_process";

/**
 * `STRIPE_TEST_KEY=sk_test_… npm run test:contract` runs the stand-in's contract tests against real Stripe.
 * Without a key, they run against the stand-in, as in `npm test`.
 */
const key = process.env.STRIPE_TEST_KEY;
console.log(
  key
    ? "Testing against real Stripe in test mode."
    : "Testing against the stand-in: STRIPE_TEST_KEY is not set.",
);
// Runs one file at a time, because Stripe limits concurrent requests in test mode.
const child = spawn(
  "vitest",
  [
    "run",
    "--project",
    "sandbox",
    "--no-file-parallelism",
    "packages/sandbox/contract",
    ...process.argv.slice(2),
  ],
  { stdio: "inherit" },
);
child.once("exit", (code) => (process.exitCode = code ?? 1));
