import { VERSION } from "../../worker/lib/version.ts";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import {
  deployEarlierVersion,
  listAppliedMigrations,
  readDeployedVersion,
  readReleaseOf,
  readTimeTravelBookmark,
  type DeployedNames,
} from "./account.ts";
import { exportDatabase } from "./export-database.ts";
import { probeShop, waitForVersion } from "./probe-shop.ts";
import type { Repository } from "./repository.ts";
import type { UpgradeWork } from "./run-steps.ts";

/**
 * Returns what the steps of an upgrade do with a shop in an account.
 * @param input.origin the shop's scheme and host
 * @param input.exportsDatabase whether the database is exported first
 */
export function createWork(input: {
  runner: CommandRunner;
  names: DeployedNames;
  origin: string;
  repository: Repository;
  exportsDatabase: boolean;
}): UpgradeWork {
  const { runner, names, origin, repository } = input;
  const findDeployedVersion = () => readDeployedVersion(runner, names);
  return {
    async restorePoint() {
      const versionId = await findDeployedVersion();
      const applied = await listAppliedMigrations(runner, names);
      return {
        restorePoint: {
          versionId,
          version: (await readReleaseOf(runner, names, versionId)) ?? VERSION,
          bookmark: await readTimeTravelBookmark(runner, names),
          migration: applied.at(-1) ?? "",
          commit: await repository.readHead(),
          takenAt: new Date().toISOString(),
        },
      };
    },
    backup: async () =>
      input.exportsDatabase ? { backup: await exportDatabase(runner, names) } : {},
    code: async ({ to }) => ({ commit: await repository.merge(to) }),
    async deploy({ envFile }) {
      // The new release's packages, build, migrations and way of deploying. It waits until the shop is healthy.
      const settings = envFile ? ["--env-file", envFile] : [];
      await runOrThrow(runner, "node", ["scripts/with-tools.mjs", "deploy", ...settings]);
      return { deployedVersionId: await findDeployedVersion() };
    },
    health: async ({ deployedVersionId = "" }) => waitForVersion(origin, deployedVersionId),
    probe: () => probeShop(origin),
    findDeployedVersion,
    async rollBack({ restorePoint, to }) {
      if (!restorePoint) return;
      const { versionId, version } = restorePoint;
      const message = `The upgrade to ${to} failed: back to ${version}`;
      await deployEarlierVersion(runner, names, { versionId, message });
      await waitForVersion(origin, versionId);
    },
    async returnCode({ restorePoint, commit }) {
      if (!restorePoint) return;
      await repository.goBack({ from: commit ?? restorePoint.commit, to: restorePoint.commit });
    },
  };
}
