import { buildClient } from "../../packages/client/testing/pack-client.ts";
import { buildPackage } from "../../packages/sandbox/build/build-package.ts";
import { runCommand, runOrThrow } from "../deploy/runner.ts";
import { publishPackages } from "../release/publish-packages.ts";
import { parseFlags, runScript } from "../run-script.ts";

const USAGE = "npm run release:packages -- version | publish [--dry-run]";

const { positionals, values } = parseFlags(USAGE, {
  options: { "dry-run": { type: "boolean", default: false } },
  allowPositionals: true,
});
const [step] = positionals;

// `version` is for whoever makes the release. The workflow packages.yml runs `publish`.
await runScript(async () => {
  if (step === "version") {
    await runOrThrow(runCommand, "changeset", ["version"]);
    await runOrThrow(runCommand, "npm", ["install", "--package-lock-only", "--ignore-scripts"]);
  } else if (step === "publish") {
    const published = await publishPackages(
      runCommand,
      process.env,
      [
        { folder: "packages/client", build: buildClient },
        { folder: "packages/sandbox", build: buildPackage },
      ],
      { isDryRun: values["dry-run"] },
    );
    console.log(
      published.length > 0
        ? `Published: ${published.join(", ")}`
        : "npm has every version already.",
    );
  } else throw new Error(`Usage: ${USAGE}`);
});
