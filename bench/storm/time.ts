import { onTestFinished } from "vitest";
import { DAY, SECOND } from "../../worker/lib/time.ts";
import type { TestShop } from "../../worker/testing/shop.ts";

/** Advances the stand-in's clock and our own clock together, so that renewals and retries happen. */
export function createTimeControl(shop: TestShop): { advance(days: number): Promise<void> } {
  const realNow = Date.now;
  let offsetMs = 0;
  // No spy: it would keep every call, and the benchmark watches the memory.
  Date.now = () => realNow() + offsetMs;
  onTestFinished(() => {
    Date.now = realNow;
  });
  return {
    async advance(days) {
      await shop.control("clock", { advanceSeconds: (days * DAY) / SECOND });
      offsetMs += days * DAY;
    },
  };
}

/** @returns a function that returns the time since its last call, such as `3.1 s` */
export function createStopwatch(): () => string {
  let started = performance.now();
  return () => {
    const seconds = (performance.now() - started) / SECOND;
    started = performance.now();
    return `${seconds.toFixed(1)} s`;
  };
}
