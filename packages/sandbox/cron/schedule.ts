const minuteSeconds = 60;
const minutesPerDay = 1440;

/** When a scheduled job runs: every day, at these minutes of these hours (UTC). */
export interface Schedule {
  expression: string;
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
}

/**
 * Parses a cron expression such as `17 * * * *`. Of the five fields, the last three must be `*`.
 * @throws Error for anything else, since a job that never runs is hard to notice
 */
export function parseSchedule(expression: string): Schedule {
  const [minutes, hours, ...days] = expression.trim().split(/\s+/);
  if (days.length !== 3 || days.some((field) => field !== "*"))
    throw new Error(`The sandbox runs only daily schedules, so "${expression}" must end in * * *.`);
  return {
    expression,
    minutes: parseField(expression, minutes!, 60),
    hours: parseField(expression, hours!, 24),
  };
}

/** Parses `*`, `*` with a step, numbers, ranges, and lists of them. */
function parseField(expression: string, field: string, limit: number): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(",")) {
    const [, from, to, step = "1"] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    const first = Number(from ?? 0);
    const last = Number(to ?? (from === undefined ? limit - 1 : from));
    if ((part[0] !== "*" && from === undefined) || last >= limit || Number(step) < 1)
      throw new Error(`"${part}" in the schedule "${expression}" is not understood.`);
    for (let value = first; value <= last; value += Number(step)) values.add(value);
  }
  return values;
}

/** Returns the first run after a time. Both are in Unix seconds. */
export function findNextRun({ expression, minutes, hours }: Schedule, after: number): number {
  let at = (Math.floor(after / minuteSeconds) + 1) * minuteSeconds;
  for (let tries = 0; tries <= minutesPerDay; tries++, at += minuteSeconds) {
    const time = new Date(at * 1000);
    if (minutes.has(time.getUTCMinutes()) && hours.has(time.getUTCHours())) return at;
  }
  throw new Error(`The schedule "${expression}" never runs.`);
}
