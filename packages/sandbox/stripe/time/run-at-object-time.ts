import type { Account } from "../account.ts";

/** Runs `work` in the time of the first of these objects that lives on a test clock, else in the account's own. */
export function inTimeOf<T>(
  account: Account,
  ids: (string | null | undefined)[],
  work: () => T,
): T {
  for (const id of ids) {
    const testClock = id ? findTestClock(account, id) : null;
    if (!testClock) continue;
    const clock = account.objects.find("test_helpers.test_clock", testClock);
    if (!clock) continue;
    const { frozen_time: at } = clock;
    return account.clock.during({ at, test: testClock }, work);
  }
  return work();
}

/** An object's own test clock, or that of its customer. */
function findTestClock(account: Account, id: string): string | null {
  const found = account.objects.findTime(id);
  if (!found) return null;
  if (found.testClock) return found.testClock;
  return found.customer ? (account.objects.findTime(found.customer)?.testClock ?? null) : null;
}
