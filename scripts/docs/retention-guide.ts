import { describePeriod, retentionKinds } from "../../worker/shared/describe-retention.ts";
import { retentionDays, type ExpiringKind } from "../../worker/shared/retention-days.ts";
import { scheduleWords } from "../../worker/shared/retention-words.ts";
import { retention } from "../../worker/shared/retention.ts";

const MARKS = { start: "<!-- the retention schedule -->", end: "<!-- end of the schedule -->" };

/** What the variables choose by default. */
const byDefault = { EVENT_DAYS: 90, EVENT_PAYLOAD_DAYS: 90 };

const deletedBy = {
  cron: "the nightly job",
  cloudflare: "Cloudflare",
  account: "deleting the account",
  team: "the team",
  nobody: "–",
};

/** Returns the guide with the current table of what is kept for how long. */
export function replaceRetention(guide: string): string {
  const [before, rest = ""] = guide.split(MARKS.start);
  const after = rest.split(MARKS.end)[1];
  if (before === undefined || after === undefined)
    throw new Error("The guide has no place for the retention schedule");
  const words = scheduleWords.en;
  const rows = retentionKinds.map((kind) => {
    const entry = retention[kind];
    const days = entry.by === "cron" ? retentionDays[kind as ExpiringKind] : null;
    const setting = typeof days === "string" ? days : null;
    return [
      words.kinds[kind].what,
      words.kinds[kind].why,
      entry.ground === null ? "no personal data" : words.grounds[entry.ground],
      `${describePeriod(kind, words, byDefault)}${setting === null ? "" : ` (\`${setting}\`)`}`,
      deletedBy[entry.by],
      entry.tables.map((table) => `\`${table}\``).join(" ") || "–",
    ];
  });
  const lines = [
    ["data", "for what", "ground", "how long", "deleted by", "tables"],
    Array.from({ length: 6 }, () => "---"),
    ...rows,
  ].map((cells) => `| ${cells.join(" | ")} |`);
  return [before, MARKS.start, "\n", lines.join("\n"), "\n", MARKS.end, after].join("");
}
