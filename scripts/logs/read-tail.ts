import { isRecord, readLogLine, toLevel, toText, type LogLine } from "./log-line.ts";

/** How a run of the Worker ends if nothing went wrong. `canceled`: the client went away. */
const normalOutcomes = new Set(["ok", "canceled"]);

/**
 * Reads one object of `wrangler tail --format json`: everything that one run of the Worker logged, what it did not catch,
 * and how it ended if that was not as it should.
 */
export function readTailObject(item: Record<string, unknown>): LogLine[] {
  const trigger = describeTrigger(item["event"]);
  const at = typeof item["eventTimestamp"] === "number" ? item["eventTimestamp"] : null;
  const script = item["scriptVersion"];
  const version = isRecord(script) ? toText(script["id"]) : null;
  const common = { requestId: null, job: null, version, trigger };
  const logged = listRecords(item["logs"]).map(({ level, message, timestamp }): LogLine => {
    const parts = Array.isArray(message) ? message : [message];
    const text = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
    const line = readLogLine(text.join(" "));
    const time = typeof timestamp === "number" ? timestamp : at;
    return line
      ? { ...line, time: line.time ?? time, version: line.version ?? version, trigger }
      : {
          ...common,
          time,
          level: toLevel(level),
          event: "console",
          fields: { message: text.join(" ") },
        };
  });
  // Lines of the same run that name no request belong to it all the same.
  const requestId = logged.find((line) => line.requestId !== null)?.requestId ?? null;
  const uncaught = listRecords(item["exceptions"]).map(({ name, message, timestamp }): LogLine => ({
    ...common,
    requestId,
    time: typeof timestamp === "number" ? timestamp : at,
    level: "error",
    event: "exception",
    fields: { error: { name, message } },
  }));
  const outcome = toText(item["outcome"]);
  const ended: LogLine[] =
    outcome === null || normalOutcomes.has(outcome) || uncaught.length > 0
      ? []
      : [{ ...common, requestId, time: at, level: "error", event: "outcome", fields: { outcome } }];
  return [...logged, ...uncaught, ...ended];
}

/** Names what ran, without the query of a request: it may have a token. */
function describeTrigger(event: unknown): string | null {
  if (!isRecord(event)) return null;
  const { request, cron, queue } = event;
  if (isRecord(request)) {
    const url = URL.parse(toText(request["url"]) ?? "");
    return `${toText(request["method"]) ?? "GET"} ${url?.pathname ?? "?"}`;
  }
  if (typeof cron === "string") return `cron ${cron}`;
  return typeof queue === "string" ? `queue ${queue}` : null;
}

const listRecords = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

/**
 * Reads logs line by line: what `wrangler tail --format json` prints (an object over many lines), the same with one
 * object a line, and what a local Worker prints. Other lines are skipped.
 */
export async function* readLogs(lines: AsyncIterable<string>): AsyncGenerator<LogLine> {
  let object: string[] | undefined;
  for await (const line of lines) {
    if (object) {
      object.push(line);
      if (line !== "}") continue;
      const item = parseObject(object.join("\n"));
      object = undefined;
      if (item) yield* readTailObject(item);
    } else if (line === "{") object = [line];
    else {
      const item = line.startsWith("{") ? parseObject(line) : undefined;
      if (item && ("outcome" in item || "logs" in item)) yield* readTailObject(item);
      else {
        const own = readLogLine(line);
        if (own) yield own;
      }
    }
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
