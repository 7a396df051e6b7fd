import type { NotificationKind } from "../../db/schema/notifications.ts";
import type { EmailContent, EmailLink } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { toSingleLine } from "../../lib/single-line.ts";
import { describeNotification } from "./describe-notification.ts";
import { notificationKindDetails } from "./notification-kinds.ts";
import type { CoveredNotification } from "./store-covered.ts";
import { startTeamContent } from "./team-email.ts";
import type { NotificationTotal } from "./store.ts";

/** What happened of one kind: its totals, and the newest of it. */
export type Section = {
  kind: NotificationKind;
  totals: NotificationTotal[];
  newest: CoveredNotification[];
};

/** `turnOffUrl` turns these emails off without signing in. */
type Context = EmailContext & { turnOffUrl: string };

/** The most that an email lists of one kind; the rest is counted. */
export const MAX_LISTED = { immediate: 20, digest: 5 };

/** Builds the email about what is reported immediately: one notification in full, or a list of several. */
export function buildNotificationContent(context: Context, section: Section): EmailContent {
  const { kind, newest } = section;
  const { name, listPath } = notificationKindDetails[kind];
  const [first] = newest;
  const start = {
    ...startTeamContent(context),
    reason: `You’re receiving this email because you chose immediate emails about ${name}.`,
    ...toFooter(context, `Turn off emails about ${name}`),
  };
  if (newest.length === 1 && first) {
    const { subject, heading, paragraphs, facts } = describeNotification(context, first);
    return {
      ...start,
      subject: toSingleLine(subject),
      heading,
      paragraphs,
      details: facts,
      action: toAction(context, first),
    };
  }
  const summary = summarize(context, section);
  return {
    ...start,
    subject: summary,
    heading: summary,
    paragraphs: [],
    benefits: [
      {
        ...toEntry(context, section, MAX_LISTED.immediate),
        name: `Since your last email about ${name}`,
      },
    ],
    action: { label: "View all", url: context.shop.origin + listPath },
  };
}

/** Builds the daily digest. */
export function buildDigestContent(context: Context, sections: Section[]): EmailContent {
  const { name, origin } = context.shop;
  const summary = sections.map((section) => summarize(context, section)).join(", ");
  return {
    ...startTeamContent(context),
    subject: `Daily digest for ${name}: ${summary}`,
    heading: `Daily digest for ${name}`,
    paragraphs: ["Here’s what happened since your last digest."],
    benefits: sections.map((section) => toEntry(context, section, MAX_LISTED.digest)),
    action: { label: "Open overview", url: `${origin}/admin` },
    reason: "You’re receiving this email because you chose a daily digest.",
    ...toFooter(context, "Turn off the daily digest"),
  };
}

/** Lists what happened of a kind, under its sum. */
function toEntry(context: Context, section: Section, limit: number): EmailContent["benefits"][0] {
  const { origin } = context.shop;
  const listed = section.newest.slice(0, limit);
  const hidden = countAll(section.totals) - listed.length;
  const sums = sumByCurrency(context, section);
  return {
    name: summarize(context, section),
    note: sums === "" ? null : sums,
    code: null,
    links: [
      ...listed.map((notification) => ({
        label: describeNotification(context, notification).line,
        url: toAction(context, notification).url,
      })),
      ...(hidden > 0
        ? [
            {
              label: `View ${hidden} more`,
              url: origin + notificationKindDetails[section.kind].listPath,
            },
          ]
        : []),
    ],
  };
}

/** `3 sales and 1 free trial`. */
function summarize({ formats }: EmailContext, { kind, totals }: Section): string {
  const countOf = (...events: string[]) =>
    countAll(totals.filter(({ event }) => events.includes(event)));
  const all = countAll(totals);
  const parts: Record<NotificationKind, string[]> = {
    sale: [
      ...plural(countOf("order", "subscription", "converted"), "sale", "sales"),
      ...plural(countOf("trial"), "free trial", "free trials"),
    ],
    renewal_failed: plural(all, "failed renewal", "failed renewals"),
    cancellation: plural(all, "cancellation", "cancellations"),
    dispute: [
      ...plural(countOf("opened"), "new dispute", "new disputes"),
      ...plural(countOf("won"), "dispute won", "disputes won"),
      ...plural(countOf("lost"), "dispute lost", "disputes lost"),
    ],
    fraud_warning: plural(all, "early fraud warning", "early fraud warnings"),
    webhooks_stalled: [countOf("recovered") > 0 ? "webhooks recovered" : "webhooks stopped"],
    shop_problem: [
      ...plural(countOf("began"), "problem with the shop", "problems with the shop"),
      ...plural(countOf("ended"), "problem solved", "problems solved"),
    ],
    team_change: plural(all, "change by your team", "changes by your team"),
    statement: [
      ...plural(countOf("withdrawal"), "withdrawal by form", "withdrawals by form"),
      ...plural(countOf("cancellation"), "cancellation by form", "cancellations by form"),
      ...plural(countOf("waiting"), "waiting statement", "waiting statements"),
    ],
  };
  return formats.list(parts[kind]);
}

/** `$87.00 and €20.00`: what was paid, or is disputed. Amounts of different currencies are never added. */
function sumByCurrency({ formats }: EmailContext, { kind, totals }: Section): string {
  if (kind !== "sale" && kind !== "dispute") return "";
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of totals)
    if (currency && amountMinor !== null)
      sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return formats.listValues(
    [...sums].map(([currency, amountMinor]) => formats.money(amountMinor, currency, "exact")),
  );
}

const countAll = (totals: NotificationTotal[]): number =>
  totals.reduce((sum, { count }) => sum + count, 0);

const plural = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function toAction({ shop }: Context, { kind, source }: CoveredNotification): EmailLink {
  const url = shop.origin + notificationKindDetails[kind].listPath;
  if (kind === "fraud_warning") return { label: "Review warning", url };
  if (kind === "shop_problem") return { label: "Open the doctor", url };
  if (kind === "webhooks_stalled") return { label: "View details", url };
  if (kind === "team_change") return { label: "Open audit log", url };
  if (source === null) return { label: "View all", url };
  return {
    label: `View ${source.type}`,
    url: `${shop.origin}/admin/${source.type}s/${encodeURIComponent(source.id)}`,
  };
}

const toFooter = ({ shop, turnOffUrl }: Context, turnOffLabel: string) => ({
  footerLinks: [{ label: "Notification settings", url: `${shop.origin}/admin/notifications` }],
  unsubscribe: { label: turnOffLabel, url: turnOffUrl },
});
