import { mkdirSync } from "node:fs";
import { prepareSecrets } from "../test/checks.ts";
import { reportOutcome, runVitest } from "../test/run-vitest.ts";

/**
 * `npm run fuzz` sends 10,000 random requests to all routes; `npm run fuzz -- 50000` that many. Each run has a new
 * seed, which is printed: FUZZ_SEED=<seed> repeats it. The last line shows the result.
 */
const requests = process.argv[2] ?? "10000";
const seed = process.env["FUZZ_SEED"] ?? String(1 + Math.floor(Math.random() * 1_000_000_000));
console.log(`Seed: ${seed}`);
prepareSecrets();
mkdirSync("dist/client", { recursive: true });
reportOutcome(
  await runVitest(["--project", "worker", "worker/http/fuzz.test.ts"], {
    report: "dist/fuzz-report.json",
    env: { FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
  }),
);
