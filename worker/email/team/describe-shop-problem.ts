import type { ShopProblem } from "../../db/schema/notifications.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import type { Description } from "./describe-notification.ts";
import type { CoveredNotification } from "./store-covered.ts";

type Facts = CoveredNotification["facts"];

type Words = {
  /** What is wrong, as a heading. */
  problem: string;
  /** That it no longer is. */
  solved: string;
  /** What it means for the seller and their customers. */
  effect: (facts: Facts, since: string) => string;
  /** What to do next. */
  advice: string;
};

const sizeOf = ({ bytes = 0 }: Facts) => `The database has ${formatGigabytes(bytes)} of 10 GB.`;
const namesOf = ({ names = [] }: Facts) => names.join(", ");

const FREE_SPACE =
  "Set EVENT_DAYS=35 and EVENT_PAYLOAD_DAYS=35 and deploy again, to free some space. The guide “What one shop holds” says how far one database goes.";

/** The problems that are reported by email, and what the emails say. */
const words: Partial<Record<ShopProblem, Words>> = {
  jobs_failing: {
    problem: "Scheduled jobs are failing",
    solved: "Scheduled jobs are working again",
    effect: (facts, since) =>
      `These jobs have failed in every run since ${since}: ${namesOf(facts)}. All other jobs run.`,
    advice: "Look for cron.step_failed in the logs: npm run logs -- --level error",
  },
  stripe_unavailable: {
    problem: "Stripe isn’t responding",
    solved: "Stripe is responding again",
    effect: (facts, since) =>
      `Jobs that ask Stripe have failed since ${since}: ${namesOf(facts)}. New purchases and renewals take effect late.`,
    advice:
      "Check status.stripe.com. If it takes longer, turn on outage mode under Stripe sync: then nobody loses access meanwhile. The shop catches up by itself.",
  },
  syncs_late: {
    problem: "Changes from Stripe are processed late",
    solved: "Changes from Stripe are processed on time again",
    effect: (_, since) =>
      `Events from Stripe have been waiting since ${since}. New purchases, renewals and refunds take effect late.`,
    advice:
      "Open the doctor. If Stripe is down, wait: the shop retries by itself. Otherwise look for sync.failed in the logs: npm run logs -- --level error",
  },
  events_dead: {
    problem: "Stripe events could not be processed",
    solved: "All Stripe events are processed again",
    effect: ({ count = 0 }) =>
      `${count === 1 ? "1 event" : `${count} events or more`} could not be processed after several attempts. The customers they concern may lack access, or still have it.`,
    advice: "Check the errors under Stripe events, fix them, then replay the events.",
  },
  database_filling: {
    problem: "The database is 60% full",
    solved: "The database is less than 60% full again",
    effect: (facts) =>
      `${sizeOf(facts)} Nobody can enlarge it. When it is full, nobody can sign in or buy.`,
    advice: FREE_SPACE,
  },
  database_nearly_full: {
    problem: "The database is 80% full",
    solved: "The database is less than 80% full again",
    effect: (facts) =>
      `${sizeOf(facts)} Nobody can enlarge it. When it is full, nobody can sign in or buy.`,
    advice: FREE_SPACE,
  },
  old_data_kept: {
    problem: "Old data isn’t removed in time",
    solved: "Old data is removed in time again",
    effect: (facts, since) =>
      `This should have been removed on ${since}: ${namesOf(facts)}. The shop keeps it longer than your settings say.`,
    advice:
      "Look for old_rows.failed, old_rows.late and payloads.late in the logs: npm run logs -- --level error",
  },
};

/** Describes a problem with the shop itself, or that it is solved. */
export function describeShopProblem(
  { formats }: Pick<EmailContext, "formats">,
  { facts, createdAt }: CoveredNotification,
): Description {
  const since = formats.dateTimeWithZone(facts.since ?? createdAt);
  const about = facts.problem && words[facts.problem];
  const { problem, solved, effect, advice } = about ?? {
    problem: "The shop has a problem",
    solved: "The shop works again",
    effect: () => `It was found on ${since}.`,
    advice: "Open the doctor.",
  };
  if (facts.event === "ended")
    return {
      subject: solved,
      heading: solved,
      paragraphs: [`The problem began on ${since}. No action is needed.`],
      facts: [],
      line: `${solved}. It began on ${since}`,
    };
  return {
    subject: problem,
    heading: problem,
    paragraphs: [effect(facts, since), advice],
    facts: [],
    line: `${problem} since ${since}`,
  };
}

const formatGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
