import { VERSION } from "../../worker/lib/version.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { openDeployedShop } from "../backup/open-shop.ts";
import { openStorage } from "../backup/open-storage.ts";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import {
  deployEarlierVersion,
  listAppliedMigrations,
  readDeployedVersion,
  readReleaseOf,
  readTimeTravelBookmark,
  type DeployedShop,
} from "./account.ts";
import { probeShop, waitForVersion } from "./probe-shop.ts";
import type { Repository } from "./repository.ts";
import type { UpgradeWork } from "./run-steps.ts";

/**
 * Returns what the steps of an upgrade do with a shop in an account.
 * @param input.origin the shop's scheme and host
 */
export function createWork(input: {
  runner: CommandRunner;
  shop: DeployedShop;
  origin: string;
  repository: Repository;
}): UpgradeWork {
  const { runner, shop, origin, repository } = input;
  const findDeployedVersion = () => readDeployedVersion(shop);
  return {
    async restorePoint() {
      const versionId = await findDeployedVersion();
      const applied = await listAppliedMigrations(shop);
      return {
        restorePoint: {
          versionId,
          version: (await readReleaseOf(shop, versionId)) ?? VERSION,
          bookmark: await readTimeTravelBookmark(shop),
          migration: applied.at(-1) ?? "",
          commit: await repository.readHead(),
          takenAt: new Date().toISOString(),
        },
      };
    },
    backup: async ({ backupTo }) => (backupTo ? { backup: await backUp(backupTo) } : {}),
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
      await deployEarlierVersion(runner, shop, { versionId, message });
      await waitForVersion(origin, versionId);
    },
    async returnCode({ restorePoint, commit }) {
      if (!restorePoint) return;
      await repository.goBack({ from: commit ?? restorePoint.commit, to: restorePoint.commit });
    },
  };
}

/** Backs up the shop, which goes on selling. @returns where the backup is */
async function backUp(place: string): Promise<string> {
  const storage = openStorage(place);
  const shop = await openDeployedShop();
  try {
    const input = { settings: null, progress: console.log };
    const { manifest } = await makeBackup(shop, storage, input);
    return `${storage.place}/${manifest.id}`;
  } finally {
    await shop.close();
  }
}
