import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Revision } from "./revision.ts";
import { runOrThrow, type CommandRunner } from "./runner.ts";
import { withSecretsFile } from "./secrets-file.ts";

/** A version that now serves all requests, and the URLs and schedules that wrangler names for it. */
export type DeployedVersion = { versionId: string; targets: string[] };

/**
 * Uploads the built code together with its secrets as one version, and deploys it.
 * @param input.configPath the configuration, as `toDeployConfig` makes it
 * @param input.revision shown by `wrangler versions list`
 * @throws Error with wrangler's output; the previous version then keeps serving, with its own secrets
 */
export async function deployVersion(
  runner: CommandRunner,
  input: { configPath: string; secrets: Record<string, string>; revision: Revision },
): Promise<DeployedVersion> {
  const { configPath, secrets, revision } = input;
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-deploy-"));
  const report = join(folder, "report.ndjson");
  try {
    await withSecretsFile(secrets, (path) =>
      runOrThrow(
        runner,
        "wrangler",
        [
          "deploy",
          "--config",
          configPath,
          "--secrets-file",
          path,
          "--tag",
          revision.tag,
          "--message",
          revision.message,
        ],
        { env: { WRANGLER_OUTPUT_FILE_PATH: report } },
      ),
    );
    return readReport(readFileSync(report, { encoding: "utf8", flag: "a+" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Reads what was deployed from wrangler's report, which has one JSON object per line.
 * @throws Error if the report names no version
 */
export function readReport(report: string): DeployedVersion {
  const lines = report.split("\n").filter((line) => line !== "");
  const entries = lines.map(
    (line) => JSON.parse(line) as { type: string; version_id?: string | null; targets?: string[] },
  );
  const deployed = entries.find(({ type }) => type === "deploy");
  if (!deployed?.version_id)
    throw new Error("wrangler deployed without naming the version: run `wrangler versions list`");
  return { versionId: deployed.version_id, targets: deployed.targets ?? [] };
}

/**
 * Runs everything of a deployment that needs no account: wrangler bundles the Worker and reads the configuration.
 * @throws Error with wrangler's output
 */
export async function tryVersion(runner: CommandRunner, configPath: string): Promise<void> {
  await runOrThrow(runner, "wrangler", ["deploy", "--config", configPath, "--dry-run"]);
}
