import { mkdirSync } from "node:fs";
import { prepareSecrets } from "../test/checks.ts";
import { reportOutcome, runVitest } from "../test/run-vitest.ts";

/**
 * `npm run test:scale` runs the tests that need tables of 100,000 rows, and those that deploy the whole shop to a
 * stand-in for Cloudflare. The last line shows the result.
 */
prepareSecrets();
mkdirSync("dist/client", { recursive: true });
reportOutcome(
  await runVitest(["--project", "scale", "--project", "deployments", ...process.argv.slice(2)], {
    report: "dist/test-scale-report.json",
  }),
);
