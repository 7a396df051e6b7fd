import { daysKept, type ChosenDays, type ExpiringKind } from "./retention-days.ts";
import type { ScheduleWords } from "./retention-words.ts";
import { retention, type RetentionKind } from "./retention.ts";

/** The kinds of the retention schedule, in its order. */
export const retentionKinds = Object.keys(retention) as RetentionKind[];

/**
 * Says how long a kind of data is kept.
 * @param chosen the days that the deployment chooses
 */
export function describePeriod(
  kind: RetentionKind,
  words: ScheduleWords,
  chosen: ChosenDays,
): string {
  const entry = retention[kind];
  switch (entry.by) {
    case "cron":
      return describeDays(kind, daysKept(kind as ExpiringKind, chosen), words);
    case "cloudflare":
      return describeDays(kind, entry.days, words);
    case "account":
      return entry.keeps ? words.accountKeeps : words.account;
    default:
      return words[entry.by];
  }
}

function describeDays(kind: RetentionKind, days: number, words: ScheduleWords): string {
  if (days === 0) return words.atExpiry;
  const from = words.kinds[kind].from ?? words.from;
  if (days < 1) return `${words.hour} ${from}`;
  if (days === 1) return `${words.day} ${from}`;
  const years = days / 365;
  const text = Number.isInteger(years)
    ? words.years.replace("%", String(years))
    : words.days.replace("%", String(days));
  return `${text} ${from}`;
}

/** Lists what the shop keeps of customers, in Markdown: what, for what, why that is allowed, and for how long. */
export function listRetention(words: ScheduleWords, chosen: ChosenDays): string {
  return retentionKinds
    .flatMap((kind) => {
      const { ground } = retention[kind];
      const { what, why } = words.kinds[kind];
      return ground === null
        ? []
        : `- **${what[0]!.toUpperCase()}${what.slice(1)}**, ${why} (${words.grounds[ground]}): ${describePeriod(kind, words, chosen)}.`;
    })
    .join("\n");
}
