import { vi } from "vitest";
import { DAY, SECOND } from "../../worker/lib/time.ts";
import type { TestShop } from "../../worker/testing/shop.ts";

/** Moves the account at Stripe and our own clock forward together, so that renewals and retries happen. */
export function openTime(shop: TestShop): { advance(days: number): Promise<void> } {
  const real = Date.now;
  let aheadMs = 0;
  vi.spyOn(Date, "now").mockImplementation(() => real() + aheadMs);
  return {
    async advance(days) {
      await shop.control("clock", { advanceSeconds: (days * DAY) / SECOND });
      aheadMs += days * DAY;
    },
  };
}

/** @returns the time since it was last asked, such as `3.1 s` */
export function openStopwatch(): () => string {
  let started = performance.now();
  return () => {
    const seconds = (performance.now() - started) / SECOND;
    started = performance.now();
    return `${seconds.toFixed(1)} s`;
  };
}
