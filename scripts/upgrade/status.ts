import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** Git ignores it, and no build deletes it. */
const STATUS_FILE = ".gatehouse/upgrade.json";

/** The steps of an upgrade, in order. `deploy` is the new release's own: it builds, migrates, and deploys. */
export const steps = ["restorePoint", "backup", "code", "deploy", "health", "probe"] as const;

export type Step = (typeof steps)[number];

/** What an upgrade can go back to. */
const restorePoint = z.object({
  /** The deployed version of the Worker, by Cloudflare's id. */
  versionId: z.string(),
  /** The release that it is. */
  version: z.string(),
  /** D1's Time Travel bookmark of the database before the migrations. */
  bookmark: z.string(),
  /** The name of the newest applied migration. */
  migration: z.string(),
  /** The commit of this clone. */
  commit: z.string(),
  takenAt: z.string(),
});

const upgradeStatus = z.object({
  /**
   * `running`: at `step`, or it was killed there. `undoing`: the same on the way back. `failed`: undone, the shop runs
   * what it ran before. `done`: the new release runs.
   */
  state: z.enum(["running", "undoing", "failed", "done"]),
  step: z.enum(steps),
  to: z.string(),
  restorePoint: restorePoint.optional(),
  /** The commit of this clone after the new release was merged. */
  commit: z.string().optional(),
  /** Where the shop is backed up first, and the backup once it is made. */
  backupTo: z.string().optional(),
  backup: z.string().optional(),
  /** The new version of the Worker, by Cloudflare's id, once it is deployed. */
  deployedVersionId: z.string().optional(),
  problem: z.string().optional(),
  envFile: z.string().optional(),
  startedAt: z.string(),
  updatedAt: z.string(),
});

/** How far an upgrade is, as the status file has it. */
export type UpgradeStatus = z.output<typeof upgradeStatus>;

/** Reads the status of the last upgrade; undefined if there was none. @throws Error if the file is not readable */
export function readStatus(root = "."): UpgradeStatus | undefined {
  let text: string;
  try {
    text = readFileSync(join(root, STATUS_FILE), "utf8");
  } catch {
    return undefined;
  }
  return upgradeStatus.parse(JSON.parse(text));
}

/** Writes the status at once or not at all, so that a killed process leaves a whole file. */
export function writeStatus(status: UpgradeStatus, root = "."): UpgradeStatus {
  const path = join(root, STATUS_FILE);
  const written = { ...status, updatedAt: new Date().toISOString() };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(written, null, 2)}\n`);
  renameSync(`${path}.new`, path);
  return written;
}

const stepNames: Record<Step, string> = {
  restorePoint: "noting what to go back to",
  backup: "backing up",
  code: "merging the new code",
  deploy: "building, migrating and deploying",
  health: "waiting until the new version is healthy",
  probe: "trying the shop",
};

/** Says in a few lines how an upgrade stands, what runs now, and what to do. */
export function describeStatus(status: UpgradeStatus): string {
  const { state, step, to, restorePoint: point, problem, deployedVersionId } = status;
  const from = point?.version ?? "the version before";
  const lines: Record<UpgradeStatus["state"], string[]> = {
    running: [
      `The upgrade to ${to} was ${stepNames[step]} at ${status.updatedAt}, and is running or was killed.`,
      "If no other process runs it, `npm run upgrade` continues it, and `npm run upgrade -- --undo` goes back.",
    ],
    undoing: [
      `The upgrade to ${to} failed while ${stepNames[step]}, and going back to ${from} has not finished.`,
      "`npm run upgrade` tries again to go back.",
    ],
    failed: [
      `The upgrade to ${to} failed while ${stepNames[step]}. The shop runs ${from}, as before.`,
      ...(steps.indexOf(step) >= steps.indexOf("deploy")
        ? [
            "The database may have new migrations. The code of before works with them, and nothing was lost.",
          ]
        : ["Nothing was changed in the account."]),
      "`npm run upgrade` tries again.",
    ],
    done: [`The shop runs ${to}${deployedVersionId ? ` (version ${deployedVersionId})` : ""}.`],
  };
  return [
    ...lines[state],
    ...(problem ? [`Why: ${problem}`] : []),
    ...(status.backup ? [`Backup: ${status.backup}`] : []),
    ...(point
      ? [
          `Restore point: version ${point.versionId}, commit ${point.commit.slice(0, 8)}, migration ${point.migration}, bookmark ${point.bookmark}`,
        ]
      : []),
  ].join("\n");
}
