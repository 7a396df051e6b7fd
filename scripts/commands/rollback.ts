import { loadEnvFile } from "node:process";
import { runCommand } from "../deploy/runner.ts";
import { readSettings, readWorkerName } from "../deploy/settings.ts";
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
  const { env } = process;
  const [wanted] = positionals;
  // Needed after the deployment, and refused before it.
  const origin = wanted === undefined ? undefined : readSettings(env).config.origin;
  const shop = await findDeployedShop(runCommand, readWorkerName(env), env);
  const deployed = await readDeployedVersion(shop);
  const versions = await listVersionsOf(shop);
  const applied = await listAppliedMigrations(shop);
  const records = readRecords();
  const check = (release: string | undefined) =>
    release === undefined
      ? "It does not say which release it is."
      : findRollbackProblem({ to: release, applied, records });
  if (wanted === undefined || origin === undefined) {
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
  await deployEarlierVersion(runCommand, shop, { versionId: wanted, message });
  await waitForVersion(origin, wanted);
  console.log(`The shop runs ${version.release} again (version ${wanted}).`);
});
