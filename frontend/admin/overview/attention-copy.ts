import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { consolePaths, developerPaths } from "../frame/console-paths.ts";
import type { Attention } from "./queries.ts";

/** An action item: a sentence, and a link to where it can be fixed. */
export type ActionItem = { text: string; linkText: string; href: string };

/** Formats a count that the server stops at 100. */
const formatCappedCount = (total: number) => (total >= 100 ? "99+" : String(total));

type Counted = Exclude<Attention["kind"], "webhook_silence" | "foreign_key">;

/** What is counted: a sentence with the exact and the shown count, and where it can be fixed. */
const countedItems: Record<
  Counted,
  {
    text: (total: number, count: string) => MessageDescriptor;
    linkText: MessageDescriptor;
    href: string;
  }
> = {
  missed_checkouts: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "No webhook arrived for 1 paid checkout in the last day. Gatehouse found it in Stripe and gave access.",
        other: `No webhook arrived for ${count} paid checkouts in the last day. Gatehouse found them in Stripe and gave access.`,
      })}`,
    linkText: msg`Check webhooks`,
    href: consolePaths.doctor,
  },
  dead_events: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "1 Stripe event couldn’t be processed.",
        other: `${count} Stripe events couldn’t be processed.`,
      })}`,
    linkText: msg`View and retry`,
    href: `${consolePaths.events}?status=dead`,
  },
  not_pushed: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "1 product has changes that aren’t synced to Stripe.",
        other: `${count} products have changes that aren’t synced to Stripe.`,
      })}`,
    linkText: msg`View products`,
    href: consolePaths.products,
  },
  stopped_endpoints: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "1 webhook endpoint was stopped after failed deliveries. No events are lost.",
        other: `${count} webhook endpoints were stopped after failed deliveries. No events are lost.`,
      })}`,
    linkText: msg`View endpoints`,
    href: developerPaths.webhooks,
  },
  open_statements: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "1 withdrawal or cancellation waits for your decision.",
        other: `${count} withdrawals and cancellations wait for your decision.`,
      })}`,
    linkText: msg`View and decide`,
    href: `${consolePaths.statements}?state=open`,
  },
  past_due: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "1 subscription has a failed payment. Stripe retries it automatically.",
        other: `${count} subscriptions have failed payments. Stripe retries them automatically.`,
      })}`,
    linkText: msg`View subscriptions`,
    href: `${consolePaths.subscriptions}?status=past_due`,
  },
  waiting_for_keys: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "1 purchase is waiting for license keys.",
        other: `${count} purchases are waiting for license keys.`,
      })}`,
    linkText: msg`Add keys`,
    href: consolePaths.licenses,
  },
  untaken_purchases: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "For more than a week, 1 customer who paid without signing in has not signed in to get the purchase.",
        other: `For more than a week, ${count} customers who paid without signing in have not signed in to get their purchases.`,
      })}`,
    linkText: msg`View customers`,
    href: `${consolePaths.customers}?who=guests`,
  },
  drift: {
    text: (total, count) =>
      msg`${plural(total, {
        one: "Last night’s check found 1 difference from Stripe and fixed it.",
        other: `Last night’s check found ${count} differences from Stripe and fixed them.`,
      })}`,
    linkText: msg`View details`,
    href: consolePaths.stripeSync,
  },
};

/** Describes what needs the team's attention. */
export function toActionItem(i18n: I18n, attention: Attention): ActionItem {
  if (attention.kind === "webhook_silence" || attention.kind === "foreign_key")
    return {
      text:
        attention.kind === "webhook_silence"
          ? describeSilence(i18n, attention.since)
          : i18n._(
              msg`Within the last hour, the Stripe key belonged to an account that doesn’t have the shop’s products, so nothing was sold.`,
            ),
      linkText: i18n._(msg`Open the doctor`),
      href: consolePaths.doctor,
    };
  const { kind, count } = attention;
  const { text, linkText, href } = countedItems[kind];
  return { text: i18n._(text(count, formatCappedCount(count))), linkText: i18n._(linkText), href };
}

function describeSilence(i18n: I18n, since: number | null): string {
  if (since === null) return i18n._(msg`Payments arrived, but no webhooks from Stripe.`);
  const date = formatsOf(i18n).date(since);
  return i18n._(msg`Webhooks from Stripe have been delayed since ${date}.`);
}

/**
 * Describes open disputes, which the seller answers at Stripe.
 * @param disputes `dueAt` is in unix milliseconds
 */
export function describeDisputes(
  i18n: I18n,
  { count: total, dueAt }: { count: number; dueAt: number | null },
): string {
  const count = formatCappedCount(total);
  if (dueAt === null)
    return i18n._(
      msg`${plural(total, {
        one: "1 dispute needs a response.",
        other: `${count} disputes need a response.`,
      })}`,
    );
  const date = formatsOf(i18n).date(dueAt);
  return i18n._(
    msg`${plural(total, {
      one: `1 dispute needs a response by ${date}.`,
      other: `${count} disputes need a response. The first is due by ${date}.`,
    })}`,
  );
}
