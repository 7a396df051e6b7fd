import { steps, type Step, type UpgradeStatus } from "./status.ts";

/** What each step does. Each can be repeated. It returns what the status notes. */
export type UpgradeWork = Record<
  Step,
  (status: UpgradeStatus) => Promise<Partial<UpgradeStatus> | void>
> & {
  /** Returns the id of the version that serves requests. */
  findDeployedVersion(): Promise<string>;
  /** Deploys the version of the restore point, and waits until it answers. */
  rollBack(status: UpgradeStatus): Promise<void>;
  /** Puts the clone back to the commit of the restore point. */
  returnCode(status: UpgradeStatus): Promise<void>;
};

type Save = (status: UpgradeStatus) => UpgradeStatus;

/**
 * Goes on with an upgrade from the step that its status names, also after a process that was killed there. A step that
 * fails leads back: the code of before is deployed again if the new one was. The database keeps its migrations, since
 * the code of before works with them, and going back would lose purchases.
 * @param save keeps a status where the next process finds it
 * @returns the status as it was saved last
 * @throws Error if going back failed; the status is `undoing` then, and the next run goes back again
 */
export async function runSteps(
  start: UpgradeStatus,
  work: UpgradeWork,
  save: Save,
): Promise<UpgradeStatus> {
  if (start.state === "undoing") return undo(start, work, save);
  let status = start;
  try {
    for (const step of steps.slice(steps.indexOf(start.step))) {
      status = save({ ...status, state: "running", step });
      status = save({ ...status, ...(await work[step](status)) });
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return undo({ ...status, problem }, work, save);
  }
  return save({ ...status, state: "done" });
}

/** Goes back to the restore point of an upgrade, wherever it stopped. @throws Error if that fails */
export async function undo(
  status: UpgradeStatus,
  work: UpgradeWork,
  save: Save,
): Promise<UpgradeStatus> {
  const undoing = save({ ...status, state: "undoing" });
  const { restorePoint, step } = undoing;
  if (restorePoint) {
    // A deployment that failed may have deployed, and one that succeeded may not have been noted.
    if (steps.indexOf(step) >= steps.indexOf("deploy")) {
      const deployed = await work.findDeployedVersion();
      if (deployed !== restorePoint.versionId) await work.rollBack(undoing);
    }
    await work.returnCode(undoing);
  }
  return save({ ...undoing, state: "failed" });
}
