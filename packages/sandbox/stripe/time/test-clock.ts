import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { periodEnd } from "../billing/compute-period-end.ts";
import { isLive } from "../billing/subscription-status.ts";
import { itemsOf } from "../billing/subscription-items.ts";
import { ApiError, invalid } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import type { Tombstone } from "../store/rows.ts";

type TestClock = Stripe.TestHelpers.TestClock;

const lifeSeconds = 30 * 86_400;

export function createTestClock(
  account: Account,
  { frozen_time: at, name }: { frozen_time: number; name?: string | undefined },
): TestClock {
  const now = account.clock.own();
  return account.create(
    "test_helpers.test_clock",
    {
      id: newId("test_helpers.test_clock"),
      object: "test_helpers.test_clock",
      created: now,
      deletes_after: now + lifeSeconds,
      frozen_time: at,
      livemode: false,
      name: name ?? null,
      status: "ready",
      status_details: {},
    },
    "test_helpers.test_clock.created",
  );
}

/** Begins to move a clock forward. What happens on the way happens right after the answer, before any other request. */
export function advanceClock(account: Account, id: string, target: number): TestClock {
  const clock = account.get("test_helpers.test_clock", id);
  if (clock.status !== "ready")
    throw new ApiError(429, {
      type: "invalid_request_error",
      message: "Test clock advancement underway - cannot perform modifications.",
    });
  if (target <= clock.frozen_time)
    throw invalid("The `frozen_time` must be after the test clock's current time.", {
      param: "frozen_time",
    });
  const furthest = furthestTarget(account, clock);
  if (target > furthest)
    throw invalid(
      "The test clock cannot be advanced by more than two intervals of the shortest subscription on it.",
      { param: "frozen_time" },
    );
  const advancing = account.change("test_helpers.test_clock", id, {
    status: "advancing",
    status_details: { advancing: { target_frozen_time: target } },
  });
  account.emit("test_helpers.test_clock.advancing", "test_helpers.test_clock", advancing);
  const own = { at: account.clock.own(), test: null };
  account.clock.during(own, () => account.schedule(own.at, "finish_advance", id));
  return advancing;
}

/** Stripe moves a clock by two billing periods at most; without a subscription, by two years. */
function furthestTarget(account: Account, { id, frozen_time: from }: TestClock): number {
  const ends = account.objects
    .all("subscription", [{ field: "test_clock", equals: id }])
    .filter(isLive)
    .flatMap((subscription) => itemsOf(account, subscription.id))
    .map((item) => {
      const { recurring } = account.get("price", item.price);
      return periodEnd(periodEnd(from, recurring!), recurring!);
    });
  const twoYears = periodEnd(from, { interval: "year", interval_count: 2 });
  return Math.min(twoYears, ...ends);
}

/** Everything on the way happens, each thing at its moment; then the clock is ready. */
export function finishAdvance(account: Account, id: string): void {
  const clock = account.objects.find("test_helpers.test_clock", id);
  const target = clock?.status_details.advancing?.target_frozen_time;
  if (target === undefined) return;
  account.runDue(id, target);
  const ready = account.change("test_helpers.test_clock", id, {
    frozen_time: target,
    status: "ready",
    status_details: {},
  });
  account.emit("test_helpers.test_clock.ready", "test_helpers.test_clock", ready);
}

/** Ends what lives on the clock: its subscriptions are canceled and its customers deleted. */
export function deleteClock(account: Account, id: string): Tombstone {
  const clock = account.get("test_helpers.test_clock", id);
  account.clock.during({ at: clock.frozen_time, test: id }, () => {
    const on = [{ field: "test_clock", equals: id }];
    for (const subscription of account.objects.all("subscription", on).filter(isLive))
      endSubscription(account, subscription, { reason: null });
    for (const customer of account.objects.all("customer", on)) {
      account.emit("customer.deleted", "customer", customer);
      account.objects.bury("customer", customer.id);
    }
  });
  account.emit("test_helpers.test_clock.deleted", "test_helpers.test_clock", clock);
  return account.objects.bury("test_helpers.test_clock", id);
}
