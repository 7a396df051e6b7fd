import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { changePlan } from "./change-plan.ts";
import { endSubscription } from "./end-subscription.ts";
import { buildPhase, noInvoiceSettings, toPhases, type PhaseParams } from "./schedule-phases.ts";
import { isOngoing } from "./subscription-status.ts";
import { listSubscriptionItems } from "./subscription-items.ts";

type Schedule = Stripe.SubscriptionSchedule;

/**
 * Creates a schedule for a subscription, with its current period as the only phase.
 * @throws ApiError if the subscription has one already, or has ended
 */
export function scheduleSubscription(account: Account, subscriptionId: string): Schedule {
  const param = "from_subscription";
  const subscription = account.get("subscription", subscriptionId, param);
  if (subscription.schedule !== null)
    throw invalidRequestError(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule as string}\`.`,
      { param },
    );
  if (!isOngoing(subscription))
    throw invalidRequestError(
      `You cannot migrate a subscription that is already in the \`${subscription.status}\` status to a schedule.`,
      { param },
    );
  const items = listSubscriptionItems(account, subscriptionId);
  const start = Math.max(...items.map((item) => item.current_period_start));
  const end = Math.min(...items.map((item) => item.current_period_end));
  const phase = buildPhase(subscription.currency, {
    items: items.map(({ price, quantity }) => ({ price, quantity })),
    start,
    end: subscription.cancel_at ?? end,
    proration: "create_prorations",
  });
  const schedule = account.create(
    "subscription_schedule",
    {
      id: newId("subscription_schedule"),
      object: "subscription_schedule",
      application: null,
      billing_mode: subscription.billing_mode,
      canceled_at: null,
      completed_at: null,
      created: account.clock.now(),
      current_phase: { start_date: phase.start_date, end_date: phase.end_date },
      customer: subscription.customer,
      customer_account: null,
      default_settings: {
        application_fee_percent: null,
        automatic_tax: {
          disabled_reason: null,
          enabled: subscription.automatic_tax.enabled,
          liability: null,
        },
        billing_cycle_anchor: "automatic",
        billing_thresholds: null,
        collection_method: subscription.collection_method,
        default_payment_method: subscription.default_payment_method,
        description: subscription.description,
        invoice_settings: { ...noInvoiceSettings, issuer: { type: "self" } },
        on_behalf_of: null,
        transfer_data: null,
      },
      end_behavior: subscription.cancel_at === null ? "release" : "cancel",
      livemode: false,
      metadata: {},
      pause_schedules: [],
      phases: [phase],
      released_at: null,
      released_subscription: null,
      status: "active",
      subscription: subscriptionId,
      test_clock: account.clock.testClock(),
    },
    "subscription_schedule.created",
  );
  setSchedule(account, subscriptionId, schedule.id);
  account.schedule(phase.end_date, "next_phase", schedule.id);
  return schedule;
}

interface ScheduleChange {
  phases?: PhaseParams[] | undefined;
  end_behavior?: "cancel" | "release" | undefined;
}

/** Replaces the phases of a schedule, from the current one on, and what happens after the last one. */
export function updateSchedule(
  account: Account,
  id: string,
  { phases: given, end_behavior: ending }: ScheduleChange,
): Schedule {
  const schedule = requireActiveSchedule(account, id, "update");
  const { currency } = account.get("subscription", schedule.subscription as string);
  const phases = given ? toPhases(account, currency, schedule, given) : schedule.phases;
  const current = phases[0]!;
  const end_behavior = ending ?? schedule.end_behavior;
  const updated = account.update(
    "subscription_schedule",
    id,
    {
      phases,
      end_behavior,
      current_phase: { start_date: current.start_date, end_date: current.end_date },
    },
    "subscription_schedule.updated",
  );
  // What the schedule will end, the subscription says, too.
  account.update(
    "subscription",
    schedule.subscription as string,
    { cancel_at: end_behavior === "cancel" ? phases.at(-1)!.end_date : null },
    "customer.subscription.updated",
  );
  account.schedule(current.end_date, "next_phase", id);
  return updated;
}

/** Ends a schedule and leaves its subscription as it is. */
export function releaseSchedule(
  account: Account,
  id: string,
  { preserveCancelDate = false }: { preserveCancelDate?: boolean | undefined } = {},
): Schedule {
  const schedule = requireActiveSchedule(account, id, "release");
  const subscription = schedule.subscription as string;
  const released = account.update(
    "subscription_schedule",
    id,
    {
      status: "released",
      released_at: account.clock.now(),
      released_subscription: subscription,
      subscription: null,
      current_phase: null,
    },
    "subscription_schedule.released",
  );
  if (!preserveCancelDate) account.update("subscription", subscription, { cancel_at: null });
  setSchedule(account, subscription, null);
  return released;
}

/** Cancels a schedule, and its subscription with it. */
export function cancelSchedule(account: Account, id: string): Schedule {
  const schedule = requireActiveSchedule(account, id, "cancel");
  const subscription = account.get("subscription", schedule.subscription as string);
  endSubscription(account, subscription, { reason: "cancellation_requested" });
  return account.get("subscription_schedule", id);
}

/** Starts the next phase, or ends the schedule after the last one. Does nothing if the phases were changed. */
export function startNextPhase(account: Account, id: string): void {
  const schedule = account.objects.find("subscription_schedule", id);
  if (schedule?.status !== "active") return;
  const [current, next] = schedule.phases;
  if (current!.end_date > account.clock.now()) return;
  if (!next) {
    if (schedule.end_behavior !== "cancel") return void releaseSchedule(account, id);
    const subscription = account.get("subscription", schedule.subscription as string);
    return void endSubscription(account, subscription, {});
  }
  account.update(
    "subscription_schedule",
    id,
    {
      phases: schedule.phases.slice(1),
      current_phase: { start_date: next.start_date, end_date: next.end_date },
    },
    "subscription_schedule.updated",
  );
  applyPhase(account, schedule.subscription as string, next);
  account.schedule(next.end_date, "next_phase", id);
}

/** Gives the subscription the items of a phase, whatever they were changed to in between. */
function applyPhase(
  account: Account,
  subscriptionId: string,
  { items: wanted, proration_behavior: proration }: Schedule["phases"][number],
): void {
  const items = listSubscriptionItems(account, subscriptionId);
  const others = items.filter(({ price }) => !wanted.some((item) => item.price === price));
  const changes = wanted.map(({ price, quantity = 1 }) => {
    const id = items.find((item) => item.price === price)?.id ?? others.shift()?.id;
    return { ...(id && { id }), price: price as string, quantity };
  });
  changePlan(
    account,
    account.get("subscription", subscriptionId),
    {
      items: [...changes, ...others.map(({ id }) => ({ id, deleted: true }))],
      proration: proration as "create_prorations",
      payment: "allow_incomplete",
    },
    () => {
      const changed = account.get("subscription", subscriptionId);
      account.emit("customer.subscription.updated", "subscription", changed, { items: {} });
    },
  );
}

function requireActiveSchedule(account: Account, id: string, verb: string): Schedule {
  const schedule = account.get("subscription_schedule", id);
  if (schedule.status === "active") return schedule;
  throw invalidRequestError(
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

function setSchedule(account: Account, subscription: string, schedule: string | null): void {
  account.update("subscription", subscription, { schedule }, "customer.subscription.updated");
}
