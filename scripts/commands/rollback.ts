import { loadEnvFile } from "node:process";
import { readCommittedConfig } from "../deploy/config.ts";
import { runCommand } from "../deploy/runner.ts";
import { readSettings } from "../deploy/settings.ts";
import { parseFlags, runScript } from "../run-script.ts";
import {
  deployEarlierVersion,
  findDeployedShop,
  listAppliedMigrations,
  listVersionsOf,
  readDeployedVersion,
} from "../upgrade/account.ts";
import { findRollbackProblem } from "../upgrade/plan.ts";
import { waitForVersion } from "../upgrade/probe-shop.ts";
import { readRecords } from "../release/record.ts";

const { values: flags, positionals } = parseFlags(
  "npm run rollback -- [VERSION_ID] [--env-file path]",
  { options: { "env-file": { type: "string" } }, allowPositionals: true },
);

// Without an id, lists the versions. The database stays as it is: going back in time would lose purchases.
await runScript(async () => {
  if (flags["env-file"]) loadEnvFile(flags["env-file"]);
  const names = await findDeployedShop(runCommand, readCommittedConfig().name ?? "gatehouse");
  const deployed = await readDeployedVersion(runCommand, names);
  const versions = await listVersionsOf(runCommand, names);
  const applied = await listAppliedMigrations(runCommand, names);
  const records = readRecords();
  const check = (release: string | undefined) =>
    release === undefined
      ? "It does not say which release it is."
      : findRollbackProblem({ to: release, applied, records });
  const [wanted] = positionals;
  if (wanted === undefined) {
    for (const { id, release, createdAt } of versions) {
      const note = id === deployed ? "runs now" : (check(release) ?? "can run");
      console.log(`${id}  ${release ?? "?"}  ${createdAt}  ${note}`);
    }
    console.log("To deploy one of them again: npm run rollback -- VERSION_ID");
    return;
  }
  const version = versions.find(({ id }) => id === wanted);
  if (!version) throw new Error(`There is no version ${wanted} among the newest.`);
  const problem = check(version.release);
  if (problem !== undefined) throw new Error(`Nothing was changed. ${problem}`);
  const message = `Rollback to ${version.release}`;
  await deployEarlierVersion(runCommand, names, { versionId: wanted, message });
  await waitForVersion(readSettings(process.env).config.origin, wanted);
  console.log(`The shop runs ${version.release} again (version ${wanted}).`);
});
