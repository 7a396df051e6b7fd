import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import { formatDate } from "../../ui/format-time.ts";
import type { Attention } from "./queries.ts";

/** An action item: a sentence, and a link to where it can be fixed. */
export type ActionItem = { text: string; linkText: string; href: string };

/** Formats a count that the server stops at 100. */
const formatCappedCount = (count: number) => (count >= 100 ? "99+" : String(count));

const pluralize = (count: number, singular: string, plural: string) =>
  `${formatCappedCount(count)} ${count === 1 ? singular : plural}`;

export function toActionItem(attention: Attention): ActionItem {
  switch (attention.kind) {
    case "webhook_silence":
      return {
        text:
          attention.since === null
            ? "Payments came in, and Stripe’s webhooks have told of none."
            : `Stripe’s webhooks do not arrive in time since ${formatDate(attention.since)}.`,
        linkText: "Ask the doctor",
        href: consolePaths.doctor,
      };
    case "dead_events":
      return {
        text: `${pluralize(attention.count, "event", "events")} from Stripe could not be worked.`,
        linkText: "See why, and try again",
        href: `${consolePaths.events}?status=dead`,
      };
    case "not_pushed":
      return {
        text: `${pluralize(attention.count, "product has a change", "products have changes")} that Stripe has not taken.`,
        linkText: "Go to products",
        href: consolePaths.products,
      };
    case "stopped_endpoints":
      return {
        text: `${pluralize(attention.count, "webhook endpoint gets", "webhook endpoints get")} no events, because attempts failed. No event is lost.`,
        linkText: "See why",
        href: developerPaths.webhooks,
      };
    case "past_due":
      return {
        text: `${pluralize(attention.count, "subscription has", "subscriptions have")} a payment that failed. Stripe tries again.`,
        linkText: "See whose",
        href: `${consolePaths.subscriptions}?status=past_due`,
      };
    case "waiting_for_keys":
      return {
        text: `${pluralize(attention.count, "purchase waits", "purchases wait")} for license keys.`,
        linkText: "Add keys",
        href: consolePaths.licenses,
      };
    case "drift":
      return {
        text: `Last night’s check found ${pluralize(attention.count, "thing that differs", "things that differ")} from Stripe, and fetched it again.`,
        linkText: "See what it was",
        href: consolePaths.mirror,
      };
  }
}

/**
 * Describes open disputes, which the seller answers at Stripe.
 * @param disputes `dueAt` is in unix milliseconds
 */
export function describeDisputes(disputes: { count: number; dueAt: number | null }): string {
  const { count, dueAt } = disputes;
  const waiting = `${pluralize(count, "dispute waits", "disputes wait")} for your answer`;
  if (dueAt === null) return `${waiting}.`;
  return `${waiting}, ${count === 1 ? "" : "the first "}until ${formatDate(dueAt)}.`;
}
