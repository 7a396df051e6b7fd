import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { computePeriodEnd } from "../billing/compute-period-end.ts";
import { isOngoing } from "../billing/subscription-status.ts";
import { listSubscriptionItems } from "../billing/subscription-items.ts";
import { ApiError, invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import type { Tombstone } from "../store/rows.ts";

type TestClock = Stripe.TestHelpers.TestClock;

const testClockLifetimeSeconds = 30 * 86_400;

export function createTestClock(
  account: Account,
  { frozen_time: at, name }: { frozen_time: number; name?: string | undefined },
): TestClock {
  const now = account.clock.accountNow();
  return account.create(
    "test_helpers.test_clock",
    {
      id: newId("test_helpers.test_clock"),
      object: "test_helpers.test_clock",
      created: now,
      deletes_after: now + testClockLifetimeSeconds,
      frozen_time: at,
      livemode: false,
      name: name ?? null,
      status: "ready",
      status_details: {},
    },
    "test_helpers.test_clock.created",
  );
}

/**
 * Starts to advance a clock to `target` (Unix seconds). The due jobs run after the response, before the next request.
 * @throws ApiError if the clock is already advancing, or `target` is in the past or too far ahead.
 */
export function advanceTestClock(account: Account, id: string, target: number): TestClock {
  const clock = account.get("test_helpers.test_clock", id);
  if (clock.status !== "ready")
    throw new ApiError(429, {
      type: "invalid_request_error",
      message: "Test clock advancement underway - cannot perform modifications.",
    });
  if (target <= clock.frozen_time)
    throw invalidRequestError("The `frozen_time` must be after the test clock's current time.", {
      param: "frozen_time",
    });
  const maxTarget = getMaxAdvanceTarget(account, clock);
  if (target > maxTarget)
    throw invalidRequestError(
      "The test clock cannot be advanced by more than two intervals of the shortest subscription on it.",
      { param: "frozen_time" },
    );
  const advancing = account.update("test_helpers.test_clock", id, {
    status: "advancing",
    status_details: { advancing: { target_frozen_time: target } },
  });
  account.emit("test_helpers.test_clock.advancing", "test_helpers.test_clock", advancing);
  const accountTime = { at: account.clock.accountNow(), testClock: null };
  account.clock.runAt(accountTime, () => account.schedule(accountTime.at, "finish_advance", id));
  return advancing;
}

/** Returns the latest allowed time: two of the shortest billing periods ahead, or two years without subscriptions. */
function getMaxAdvanceTarget(account: Account, { id, frozen_time: from }: TestClock): number {
  const ends = account.objects
    .findAll("subscription", [{ field: "test_clock", equals: id }])
    .filter(isOngoing)
    .flatMap((subscription) => listSubscriptionItems(account, subscription.id))
    .map((item) => {
      const { recurring } = account.get("price", item.price);
      return computePeriodEnd(computePeriodEnd(from, recurring!), recurring!);
    });
  const twoYears = computePeriodEnd(from, { interval: "year", interval_count: 2 });
  return Math.min(twoYears, ...ends);
}

/** Runs the due jobs, each at its own time, and then makes the clock ready. */
export function finishTestClockAdvance(account: Account, id: string): void {
  const clock = account.objects.find("test_helpers.test_clock", id);
  const target = clock?.status_details.advancing?.target_frozen_time;
  if (target === undefined) return;
  account.runDueJobs(id, target);
  const ready = account.update("test_helpers.test_clock", id, {
    frozen_time: target,
    status: "ready",
    status_details: {},
  });
  account.emit("test_helpers.test_clock.ready", "test_helpers.test_clock", ready);
}

/** Deletes a clock, cancels the subscriptions on it, and deletes its customers. */
export function deleteTestClock(account: Account, id: string): Tombstone {
  const clock = account.get("test_helpers.test_clock", id);
  account.clock.runAt({ at: clock.frozen_time, testClock: id }, () => {
    const onThisClock = [{ field: "test_clock", equals: id }];
    for (const subscription of account.objects
      .findAll("subscription", onThisClock)
      .filter(isOngoing))
      endSubscription(account, subscription, { reason: null });
    for (const customer of account.objects.findAll("customer", onThisClock)) {
      account.emit("customer.deleted", "customer", customer);
      account.objects.markDeleted("customer", customer.id);
    }
  });
  account.emit("test_helpers.test_clock.deleted", "test_helpers.test_clock", clock);
  return account.objects.markDeleted("test_helpers.test_clock", id);
}
