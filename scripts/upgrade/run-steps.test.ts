import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runSteps, type UpgradeWork } from "./run-steps.ts";
import {
  describeStatus,
  readStatus,
  steps,
  writeStatus,
  type Step,
  type UpgradeStatus,
} from "./status.ts";

let root = "";
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "upgrade-"))));
afterEach(() => rmSync(root, { recursive: true }));

const save = (status: UpgradeStatus) => writeStatus(status, root);
const start: UpgradeStatus = {
  state: "running",
  step: "restorePoint",
  to: "1.1.0",
  startedAt: "2026-01-02",
  updatedAt: "2026-01-02",
};

/** A shop in an account, and what an upgrade does with it. A step in `fails` fails, and one in `kills` never ends. */
function createShop() {
  const shop = { deployed: "old", code: "old commit", migrated: false, fails: "", kills: "" };
  const killed: (() => void)[] = [];
  const run = async (step: string, effect: () => Partial<UpgradeStatus> | void = () => {}) => {
    if (shop.fails === step) throw new Error(`${step} failed`);
    // The process is killed after it has done its work, and before it could note that.
    const result = effect();
    if (shop.kills === step) {
      killed.forEach((resolve) => resolve());
      await new Promise(() => {});
    }
    return result;
  };
  const work: UpgradeWork = {
    restorePoint: () =>
      run("restorePoint", () => ({
        restorePoint: {
          versionId: shop.deployed,
          version: "1.0.0",
          bookmark: "bookmark",
          migration: "0001_a.sql",
          commit: shop.code,
          takenAt: "2026-01-02",
        },
      })),
    backup: () => run("backup", () => ({ backup: "folder" })),
    code: () =>
      run("code", () => {
        shop.code = "new commit";
        return { commit: shop.code };
      }),
    deploy: () =>
      run("deploy", () => {
        [shop.migrated, shop.deployed] = [true, "new"];
        return { deployedVersionId: "new" };
      }),
    health: async () => void (await run("health")),
    probe: async () => void (await run("probe")),
    findDeployedVersion: async () => shop.deployed,
    rollBack: async ({ restorePoint }) =>
      void (await run("rollBack", () => void (shop.deployed = restorePoint?.versionId ?? ""))),
    returnCode: async ({ restorePoint }) =>
      void (await run("returnCode", () => void (shop.code = restorePoint?.commit ?? ""))),
  };
  /** Runs until it ends, or until it is killed. */
  const upgrade = () => {
    const dead = new Promise<void>((resolve) => killed.push(resolve));
    return Promise.race([runSteps(readStatus(root) ?? start, work, save), dead]);
  };
  return { shop, upgrade, work };
}

test("an upgrade ends with the new code deployed, and notes what it could have gone back to", async () => {
  const { shop, upgrade } = createShop();
  await upgrade();
  expect(shop).toMatchObject({ deployed: "new", code: "new commit", migrated: true });
  expect(readStatus(root)).toMatchObject({
    state: "done",
    backup: "folder",
    deployedVersionId: "new",
    restorePoint: { versionId: "old", commit: "old commit", bookmark: "bookmark" },
  });
});

describe.each(steps)("at the step %s", (step: Step) => {
  test("a failure leads back to the code of before, and says why", async () => {
    const { shop, upgrade } = createShop();
    shop.fails = step;
    await upgrade();
    expect(shop).toMatchObject({ deployed: "old", code: "old commit" });
    const status = readStatus(root)!;
    expect(status).toMatchObject({ state: "failed", step, problem: `${step} failed` });
    expect(describeStatus(status)).toContain(`Why: ${step} failed`);
  });

  test("an upgrade that was killed goes on when it is started again", async () => {
    const { shop, upgrade } = createShop();
    shop.kills = step;
    await upgrade();
    expect(readStatus(root)).toMatchObject({ state: "running", step });
    shop.kills = "";
    await upgrade();
    expect(shop).toMatchObject({ deployed: "new", code: "new commit", migrated: true });
    expect(readStatus(root)).toMatchObject({ state: "done", restorePoint: { versionId: "old" } });
  });
});

test.each(["rollBack", "returnCode"])(
  "an upgrade that was killed at %s goes on going back",
  async (step) => {
    const { shop, upgrade } = createShop();
    [shop.fails, shop.kills] = ["health", step];
    await upgrade();
    expect(readStatus(root)).toMatchObject({ state: "undoing" });
    shop.kills = "";
    await upgrade();
    expect(shop).toMatchObject({ deployed: "old", code: "old commit" });
    expect(readStatus(root)).toMatchObject({ state: "failed", step: "health" });
  },
);

test("an upgrade whose way back fails is not lost: the next run goes back", async () => {
  const { shop, upgrade, work } = createShop();
  shop.fails = "health";
  const { rollBack } = work;
  work.rollBack = () => Promise.reject(new Error("Cloudflare is down"));
  await expect(upgrade()).rejects.toThrow("Cloudflare is down");
  expect(describeStatus(readStatus(root)!)).toContain("tries again to go back");
  work.rollBack = rollBack;
  await upgrade();
  expect(shop.deployed).toBe("old");
});
