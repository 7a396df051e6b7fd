import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const GRACE_MS = 5_000;

/** The processes of a running shop. The Worker is in a process group of its own, whose id is its process id. */
const runningWorker = z.object({ starterPid: z.int(), workerPid: z.int() });

type RunningWorker = z.output<typeof runningWorker>;

const pathIn = (stateDir: string) => join(stateDir, "running.json");

/** Notes which processes run the shop of a state directory, so that the next start finds what a killed one left. */
export function noteRunningWorker(stateDir: string, worker: RunningWorker): void {
  mkdirSync(dirname(pathIn(stateDir)), { recursive: true });
  writeFileSync(pathIn(stateDir), JSON.stringify(worker));
}

/** Whether the shop of a state directory runs, or was killed. */
export const isNoted = (stateDir: string): boolean => existsSync(pathIn(stateDir));

/** Removes the note, after the Worker was stopped. */
export function forgetRunningWorker(stateDir: string): void {
  rmSync(pathIn(stateDir), { force: true });
}

/**
 * Stops the Worker that an earlier start left behind because it was killed. Does nothing while that start still runs,
 * or if its process ids belong to other programs by now.
 */
export async function stopLeftWorker(stateDir: string, log: (line: string) => void): Promise<void> {
  const left = readNote(stateDir);
  if (!left || isRunning(left.starterPid, /scripts[\\/]commands[\\/](?:start|dev)\.ts/)) return;
  if (isRunning(left.workerPid, /wrangler/)) {
    log(
      `The last start was killed and left its Worker running (process ${left.workerPid}). Stopping it …`,
    );
    await stopGroup(left.workerPid);
  }
  forgetRunningWorker(stateDir);
}

function readNote(stateDir: string): RunningWorker | undefined {
  try {
    return runningWorker.parse(JSON.parse(readFileSync(pathIn(stateDir), "utf8")));
  } catch {
    return undefined;
  }
}

/** Whether a process runs, with a command like this. Process ids are used again after a while. */
function isRunning(pid: number, command: RegExp): boolean {
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return command.test(stdout ?? "");
}

/** Stops a process group: first politely, then by force. */
async function stopGroup(groupId: number): Promise<void> {
  process.kill(-groupId, "SIGTERM");
  const deadline = Date.now() + GRACE_MS;
  while (isGroupAlive(groupId)) {
    if (Date.now() > deadline) process.kill(-groupId, "SIGKILL");
    await sleep(50);
  }
}

function isGroupAlive(groupId: number): boolean {
  try {
    process.kill(-groupId, 0);
    return true;
  } catch {
    return false;
  }
}
