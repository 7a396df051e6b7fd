import { levels, type Level, type LogLine } from "./log-line.ts";

/** Which lines are wanted. */
export type LogFilter = {
  request?: string | undefined;
  /** A customer's or user's id. */
  customer?: string | undefined;
  job?: string | undefined;
  /** This level, and the more severe ones. */
  level?: Level | undefined;
  /** Unix milliseconds. */
  since?: number | undefined;
};

const unitsMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads the flags of `npm run logs`.
 * @throws Error that says what is allowed
 */
export function readFilter(
  flags: Partial<Record<"request" | "customer" | "job" | "level" | "since", string>>,
  now: number,
): LogFilter {
  const { request, customer, job } = flags;
  const level = levels.find((each) => each === flags.level);
  if (flags.level !== undefined && !level)
    throw new Error(`--level must be one of ${levels.join(", ")}`);
  return { request, customer, job, level, since: readSince(flags.since, now) };
}

function readSince(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * unitsMs[unit]!;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new Error("--since must be like 10m, 2h, 3d, or a time like 2026-11-26T08:00Z");
  return time;
}

/** Whether a line is wanted. Lines without a time are, however old. */
export function isWanted(line: LogLine, filter: LogFilter): boolean {
  const { request, customer, job, level, since } = filter;
  return (
    (request === undefined || line.requestId === request) &&
    (job === undefined ||
      line.job === job ||
      line.fields["job"] === job ||
      line.fields["step"] === job) &&
    (customer === undefined || [line.fields["customer"], line.fields["user"]].includes(customer)) &&
    (level === undefined || levels.indexOf(line.level) >= levels.indexOf(level)) &&
    (since === undefined || line.time === null || line.time >= since)
  );
}
