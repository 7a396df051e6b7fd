import type { Account } from "../account.ts";

/** Runs `work` at the time of the first object that is on a test clock, or else at the account's own time. */
export function runAtObjectTime<T>(
  account: Account,
  ids: (string | null | undefined)[],
  work: () => T,
): T {
  for (const id of ids) {
    const testClock = id ? findTestClockId(account, id) : null;
    if (!testClock) continue;
    const clock = account.objects.find("test_helpers.test_clock", testClock);
    if (!clock) continue;
    const { frozen_time: at } = clock;
    return account.clock.runAt({ at, testClock }, work);
  }
  return work();
}

/** Returns the id of an object's own test clock, or of its customer's. */
function findTestClockId(account: Account, id: string): string | null {
  const found = account.objects.findTestClockOf(id);
  if (!found) return null;
  if (found.testClock) return found.testClock;
  return found.customer
    ? (account.objects.findTestClockOf(found.customer)?.testClock ?? null)
    : null;
}
