import { loadEnvFile } from "node:process";
import { createInterface } from "node:readline/promises";
import { runCommand as runner } from "../deploy/runner.ts";
import { readSettings, readWorkerName } from "../deploy/settings.ts";
import { parseFlags, runScript } from "../run-script.ts";
import { findDeployedShop, recordUpgrade } from "../upgrade/account.ts";
import { describeUpgrade, prepareUpgrade } from "../upgrade/prepare-upgrade.ts";
import { openRepository } from "../upgrade/repository.ts";
import { runSteps, undo } from "../upgrade/run-steps.ts";
import { describeStatus, readStatus, writeStatus, type UpgradeStatus } from "../upgrade/status.ts";
import { createWork } from "../upgrade/work.ts";

const { values: flags } = parseFlags(
  "npm run upgrade -- [--to 1.2.0] [--env-file path] [--remote origin] [--backup-to folder-or-s3://bucket/folder] [--dry-run] [--yes] [--status] [--undo]",
  {
    options: {
      /** The release to upgrade to. The newest by default. */
      to: { type: "string" },
      /** The settings of `npm run deploy`. */
      "env-file": { type: "string" },
      /** Where releases come from: a Git remote, or its URL. */
      remote: { type: "string", default: "origin" },
      /** Backs up the shop first, as `npm run backup` does. */
      "backup-to": { type: "string" },
      /** Says what would happen, and changes nothing. */
      "dry-run": { type: "boolean", default: false },
      /** Asks nothing. */
      yes: { type: "boolean", default: false },
      /** Says how the last upgrade stands. */
      status: { type: "boolean", default: false },
      /** Goes back to the restore point of an upgrade that did not finish. */
      undo: { type: "boolean", default: false },
    },
  },
);

await runScript(async () => {
  const left = readStatus();
  if (flags.status) {
    console.log(left ? describeStatus(left) : "This clone has made no upgrade.");
    return;
  }
  const isUnfinished = left?.state === "running" || left?.state === "undoing";
  const envFile = flags["env-file"] ?? (isUnfinished ? left.envFile : undefined);
  if (envFile) loadEnvFile(envFile);
  const { config } = readSettings(process.env);
  const shop = await findDeployedShop(runner, readWorkerName(process.env), process.env);
  const repository = openRepository(runner, flags.remote);
  const work = createWork({ runner, shop, origin: config.origin, repository });
  const finish = async (status: UpgradeStatus) => {
    console.log(`\n${describeStatus(status)}`);
    process.exitCode = status.state === "done" ? 0 : 1;
    await recordUpgrade(shop, { status, mode: config.stripe.mode });
  };

  if (isUnfinished) {
    console.log(describeStatus(left));
    const goesBack = flags.undo && left.state === "running";
    const problem = "It was stopped by --undo.";
    await finish(
      await (goesBack
        ? undo({ ...left, problem }, work, writeStatus)
        : runSteps(left, work, writeStatus)),
    );
    return;
  }
  if (flags.undo)
    throw new Error("There is no unfinished upgrade to go back from. See also: npm run rollback");
  const prepared = await prepareUpgrade({ shop, repository, to: flags.to });
  console.log(describeUpgrade(prepared));
  if (prepared.kind !== "ready") {
    process.exitCode = prepared.kind === "current" ? 0 : 1;
    return;
  }
  if (
    flags["dry-run"] ||
    !(flags.yes || (await confirm(`Upgrade to ${prepared.to} now? [y/N] `)))
  ) {
    console.log("Nothing was changed.");
    return;
  }
  const now = new Date().toISOString();
  const start = writeStatus({
    state: "running",
    step: "restorePoint",
    to: prepared.to,
    ...(envFile && { envFile }),
    ...(flags["backup-to"] && { backupTo: flags["backup-to"] }),
    startedAt: now,
    updatedAt: now,
  });
  await finish(await runSteps(start, work, writeStatus));
});

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error("Nobody can be asked here. To go on without a question: --yes");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
