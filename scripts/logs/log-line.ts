/** The levels of a line, the least severe first. `debug` and `log` come only from libraries. */
export const levels = ["debug", "log", "info", "warn", "error"] as const;
export type Level = (typeof levels)[number];

/**
 * A line of the log, wherever it was read.
 * @property time in Unix milliseconds; null if the line has none
 * @property trigger what ran, such as `POST /api/stripe/webhook`, `cron 17 * * * *` or `queue gatehouse-sync`; null if
 *   that is unknown, as in local output
 * @property fields everything else that the event has
 */
export type LogLine = {
  time: number | null;
  level: Level;
  event: string;
  requestId: string | null;
  job: string | null;
  version: string | null;
  trigger: string | null;
  fields: Record<string, unknown>;
};

/** Reads a line that the Worker wrote; null if it did not write it. */
export function readLogLine(text: string): LogLine | null {
  const start = text.indexOf("{");
  if (start === -1) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start));
  } catch {
    return null;
  }
  if (!isRecord(value) || typeof value["event"] !== "string") return null;
  const { time, level, event, request_id, job, version, ...fields } = value;
  return {
    time: typeof time === "string" ? toTime(time) : null,
    level: toLevel(level),
    event,
    requestId: toText(request_id),
    job: toText(job),
    version: toText(version),
    trigger: null,
    fields,
  };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const toLevel = (value: unknown): Level => levels.find((level) => level === value) ?? "info";

function toTime(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
