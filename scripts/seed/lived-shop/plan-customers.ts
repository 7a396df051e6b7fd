import { cards, type Interval, type Purchase, type Reason } from "./actions.ts";
import type { Person } from "./people.ts";
import { DAY, HOUR, MONTH_DAYS, TRIAL_DAYS, type Plan } from "./plan.ts";
import { isInPromotion, promotionOf } from "./seasons.ts";

/** What a new customer does, from the first visit on. */
export function liveAsCustomer(plan: Plan, who: Person, at: number): void {
  const { random } = plan;
  const choice = random.weighted({
    monthly: 25,
    yearly: 10,
    handbook: 22,
    shoreline: 13,
    course: 8,
    dawn: 8,
    free: 7,
    studio: 4,
    classroom: 3,
  });
  switch (choice) {
    case "monthly":
      return liveAsMember(plan, { who, slug: "membership", interval: "month" }, at);
    case "yearly":
      return liveAsMember(plan, { who, slug: "membership", interval: "year" }, at);
    case "studio":
      return liveAsMember(plan, { who, slug: "studio-membership", interval: "month" }, at);
    case "classroom":
      return liveAsClass(plan, who, at);
    case "handbook":
      return buyAndStay(plan, { who, slug: "field-handbook", devices: random.whole(1, 3) }, at);
    case "shoreline":
      return buyAndStay(plan, { who, slug: "shoreline" }, at);
    case "course":
      return buyAndStay(plan, { who, slug: "under-the-surface" }, at);
    case "dawn": {
      const amountMinor = random.pick([300, 500, 500, 1000, 1000, 1000, 1500, 2000, 5000]);
      return buyAndStay(plan, { who, slug: "dawn-chorus", amountMinor }, at);
    }
    case "free":
      return buyAndStay(plan, { who, slug: "first-light" }, at);
  }
}

/**
 * Whether Stripe's page has a field for a promotion code: not for free products, nor where buyers choose the amount.
 */
const takesCodes = (slug: string) => slug !== "dawn-chorus" && slug !== "first-light";

type Wish = { who: Person; slug: string; interval?: Interval } & Partial<Purchase>;

/**
 * Adds the visits to the checkout until it is paid, or the buyer gives up.
 * @returns when it was paid; null if it wasn't
 */
function buy(plan: Plan, wish: Wish, at: number): number | null {
  const { random } = plan;
  const visit = { type: "buy", interval: null, card: cards.good, devices: 0, ...wish } as const;
  const knowsCode = takesCodes(wish.slug) && random.chance(0.75);
  const codeAt = (time: number) =>
    knowsCode && isInPromotion(time) ? { code: promotionOf(time).code } : {};
  const isFree = wish.slug === "first-light";
  const first = isFree
    ? "paid"
    : random.weighted({ paid: 80, abandoned: 12, declined: 6, with3ds: 4 });
  if (first === "abandoned") {
    plan.add({ ...visit, ...codeAt(at), at, outcome: "abandoned" });
    if (!random.chance(0.35)) return null;
    at += random.between(2, 90) * HOUR;
  }
  if (first === "declined") {
    const card = random.pick([cards.declined, cards.noFunds, cards.noFunds, cards.expired]);
    plan.add({ ...visit, ...codeAt(at), at, card, outcome: "declined" });
    if (!random.chance(0.6)) return null;
    at += random.between(0.1, 20) * HOUR;
  }
  if (at >= plan.end) return null;
  const card = first === "with3ds" ? cards.asksFor3ds : visit.card;
  plan.add({ ...visit, ...codeAt(at), at, card, outcome: "paid" });
  return at;
}

/** A one-time purchase: it may be downloaded again, refunded, or followed by another. */
function buyAndStay(plan: Plan, wish: Wish, at: number): void {
  const { random } = plan;
  const { who } = wish;
  const paidAt = buy(plan, wish, at);
  if (paidAt === null) return;
  if (wish.slug !== "first-light" && random.chance(0.055))
    return plan.add({
      type: "refund",
      who,
      part: random.chance(0.7) ? "all" : "half",
      at: paidAt + random.between(1, 12) * DAY,
    });
  if (random.chance(0.2))
    plan.add({ type: "download", who, at: paidAt + random.between(3, 120) * DAY });
  if (!random.chance(0.24)) return;
  const next = random.weighted({ handbook: 3, shoreline: 2, course: 2, membership: 3 });
  const nextAt = paidAt + random.between(8, 150) * DAY;
  if (next === "membership")
    return liveAsMember(plan, { who, slug: "membership", interval: "month" }, nextAt);
  const slug = {
    handbook: "field-handbook",
    shoreline: "shoreline",
    course: "under-the-surface",
  }[next];
  if (slug !== wish.slug) buy(plan, { who, slug, devices: next === "handbook" ? 1 : 0 }, nextAt);
}

const reasons: Reason[] = [
  { feedback: "unused", comment: "I listened every evening in spring, and not once since." },
  { feedback: "unused" },
  { feedback: "too_expensive" },
  { feedback: "too_expensive", comment: "Had to cut back on subscriptions this year." },
  { feedback: "missing_features", comment: "I hoped for multichannel files." },
  { feedback: "switched_service" },
  { feedback: "other", comment: "Moving house. I will be back." },
  { feedback: "other" },
  { feedback: "too_complex", comment: "Downloads on a phone are hard work." },
];

/** A subscription with a trial: it renews, fails, is canceled, resumed or changed. */
function liveAsMember(plan: Plan, wish: Wish & { interval: "month" | "year" }, at: number): void {
  const { random } = plan;
  const { who, interval } = wish;
  const startedAt = buy(plan, wish, at);
  if (startedAt === null) return;
  const firstPaymentAt = startedAt + TRIAL_DAYS * DAY;
  const cancel = (when: number) =>
    plan.add({ type: "cancel", who, ...random.pick(reasons), at: when });
  if (random.chance(0.2)) return cancel(startedAt + random.between(2, 13) * DAY);
  const periodDays = interval === "month" ? MONTH_DAYS : 365.25;
  for (let paidAt = firstPaymentAt; paidAt < plan.end; paidAt += periodDays * DAY) {
    const happens = random.weighted(
      interval === "month"
        ? { nothing: 86, cancels: 6, wavers: 1.5, fails: 4, upgrades: 2.5 }
        : { nothing: 82, cancels: 12, wavers: 2, fails: 4, upgrades: 0 },
    );
    const soon = paidAt + random.between(0.15, 0.7) * periodDays * DAY;
    if (happens === "cancels") return cancel(soon);
    if (happens === "wavers") {
      cancel(soon);
      plan.add({ type: "resume", who, at: soon + random.between(0.05, 5) * DAY });
    }
    if (happens === "fails") {
      const fails = paidAt + periodDays * DAY;
      plan.add({ type: "replace_card", who, card: cards.failsLater, at: fails - 2 * DAY });
      // Stripe tries again after 3, 8 and 15 days, then the subscription ends.
      if (!random.chance(0.65)) return;
      const fixedAt = fails + random.pick([1.5, 4, 6]) * DAY;
      plan.add({ type: "replace_card", who, card: cards.good, at: fixedAt });
    }
    if (happens === "upgrades") {
      const slug = random.chance(0.35) ? "studio-membership" : "membership";
      if (wish.slug === "studio-membership") return;
      return plan.add({
        type: "change_plan",
        who,
        slug,
        interval: slug === "membership" ? "year" : "month",
        at: soon,
      });
    }
  }
}

/** A school: seats, and more of them later. */
function liveAsClass(plan: Plan, who: Person, at: number): void {
  const { random } = plan;
  const seats = random.whole(8, 24);
  const devices = random.whole(3, 8);
  const wish: Wish = { who, slug: "classroom", interval: "month", seats, devices };
  const startedAt = buy(plan, wish, at);
  if (startedAt !== null && random.chance(0.5))
    plan.add({
      type: "change_seats",
      who,
      seats: seats + random.whole(2, 6),
      at: startedAt + random.between(20, 100) * DAY,
    });
}
