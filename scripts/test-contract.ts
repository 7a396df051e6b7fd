import { spawn } from "node:child_process";

/**
 * `STRIPE_TEST_KEY=sk_test_… npm run test:contract`: the contract of the stand-in, tested against real Stripe.
 * Without a key it is tested against the stand-in itself, as in `npm test`.
 */
const key = process.env.STRIPE_TEST_KEY;
console.log(
  key ? "Against real Stripe, in test mode." : "Against the stand-in: no STRIPE_TEST_KEY.",
);
// One file after the other: Stripe limits test mode to a few requests at a time.
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
