import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 10;

/** The requests that the shop makes to the stand-ins. When there are none, its background work has ended. */
export interface Activity {
  /** Counts a request. Returns the function to call when it was answered. */
  begin(): () => void;
  /** Waits until the shop has made no request for `quietMs`, but not longer than `limitMs`. */
  waitUntilQuiet(quietMs: number, limitMs?: number): Promise<void>;
}

export function createActivity(): Activity {
  let running = 0;
  let lastAt = 0;
  return {
    begin() {
      running++;
      return () => {
        running--;
        lastAt = Date.now();
      };
    },
    async waitUntilQuiet(quietMs, limitMs = 20_000) {
      const startedAt = Date.now();
      for (;;) {
        const now = Date.now();
        const quietFor = running > 0 ? 0 : now - Math.max(lastAt, startedAt);
        if (quietFor >= quietMs || now - startedAt >= limitMs) return;
        await sleep(running > 0 ? pollMs : quietMs - quietFor);
      }
    },
  };
}
