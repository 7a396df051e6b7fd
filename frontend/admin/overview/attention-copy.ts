import { consolePaths } from "../frame/console-paths.ts";
import { formatDay } from "../../ui/format-time.ts";
import type { Attention } from "./queries.ts";

/** What is to be seen to: a sentence, and where it is mended. */
export type Errand = { text: string; link: string; href: string };

/** A number that the server counted up to a hundred. */
const counted = (count: number) => (count >= 100 ? "99+" : String(count));

const some = (count: number, one: string, many: string) =>
  `${counted(count)} ${count === 1 ? one : many}`;

export function describeAttention(attention: Attention): Errand {
  switch (attention.kind) {
    case "webhook_silence":
      return {
        text:
          attention.since === null
            ? "Payments came in, and Stripe’s webhooks have told of none."
            : `Stripe’s webhooks do not arrive in time since ${formatDay(attention.since)}.`,
        link: "Ask the doctor",
        href: consolePaths.doctor,
      };
    case "dead_events":
      return {
        text: `${some(attention.count, "event", "events")} from Stripe could not be worked.`,
        link: "See why, and try again",
        href: `${consolePaths.events}?status=dead`,
      };
    case "not_pushed":
      return {
        text: `${some(attention.count, "product has a change", "products have changes")} that Stripe has not taken.`,
        link: "Go to products",
        href: consolePaths.products,
      };
    case "past_due":
      return {
        text: `${some(attention.count, "subscription has", "subscriptions have")} a payment that failed. Stripe tries again.`,
        link: "See whose",
        href: `${consolePaths.subscriptions}?status=past_due`,
      };
    case "waiting_for_keys":
      return {
        text: `${some(attention.count, "purchase waits", "purchases wait")} for license keys.`,
        link: "Add keys",
        href: consolePaths.licenses,
      };
    case "drift":
      return {
        text: `Last night’s check found ${some(attention.count, "thing that differs", "things that differ")} from Stripe, and fetched it again.`,
        link: "See what it was",
        href: consolePaths.mirror,
      };
  }
}

/** Disputes are answered at Stripe. @param disputes `dueAt` in unix milliseconds */
export function describeDisputes(disputes: { count: number; dueAt: number | null }): string {
  const { count, dueAt } = disputes;
  const waiting = `${some(count, "dispute waits", "disputes wait")} for your answer`;
  if (dueAt === null) return `${waiting}.`;
  return `${waiting}, ${count === 1 ? "" : "the first "}until ${formatDay(dueAt)}.`;
}
