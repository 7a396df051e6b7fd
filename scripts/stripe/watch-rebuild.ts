import { setTimeout as sleep } from "node:timers/promises";
import type { RebuildProgress } from "../../worker/sync/sweeps/rebuild-progress.ts";
import { SECOND } from "../../worker/lib/time.ts";
import { describeRebuild } from "./report.ts";

const POLL_MS = 2 * SECOND;
/** After how many more customers the progress is printed. */
const PROGRESS_STEP = 100;

/** @returns a function that prints the progress of a rebuild when it is the first, or enough has changed */
export function createProgressPrinter(
  print: (line: string) => void,
): (rebuild: RebuildProgress) => void {
  let printed: string | undefined;
  return (rebuild) => {
    const { part, done, pausedAt, finishedAt } = rebuild;
    const state = `${part} ${Math.floor(done / PROGRESS_STEP)} ${pausedAt} ${finishedAt}`;
    if (state !== printed) print(describeRebuild(rebuild));
    printed = state;
  };
}

/**
 * Prints how far a rebuild is until it is finished or paused. Stopping it doesn't stop the rebuild.
 * @returns the rebuild as it was last, or null if there has been none
 */
export async function watchRebuild(
  read: () => Promise<RebuildProgress | null>,
  print: (line: string) => void,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<RebuildProgress | null> {
  const printProgress = createProgressPrinter(print);
  for (;;) {
    const rebuild = await read();
    if (!rebuild) {
      print("There has been no rebuild");
      return null;
    }
    printProgress(rebuild);
    if (rebuild.finishedAt !== null || rebuild.pausedAt !== null) return rebuild;
    await wait(POLL_MS);
  }
}

/** @throws Error if the rebuild is paused */
export function refuseWhilePaused({ pausedAt }: RebuildProgress): void {
  if (pausedAt !== null)
    throw new Error("The rebuild is paused. Continue it with `npm run stripe -- rebuild resume`.");
}
