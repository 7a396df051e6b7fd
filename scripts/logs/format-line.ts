import { isRecord, type LogLine } from "./log-line.ts";

/** Characters that a terminal would obey. Logs have texts of strangers in them. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** Formats a line for people: `2026-11-26 08:15:03.120 ERROR cron.step_failed step=movePayloads error="…"`. */
export function formatLine(line: LogLine): string {
  const { time, level, event, requestId, job, version, trigger, fields } = line;
  const when =
    time === null ? "" : `${new Date(time).toISOString().slice(0, 23).replace("T", " ")} `;
  const named = {
    ...fields,
    ...(job !== null && { job }),
    ...(requestId !== null && { request: requestId }),
    ...(trigger !== null && { trigger }),
    ...(version !== null && { version: version.slice(0, 8) }),
  };
  const pairs = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${formatValue(value)}`],
  );
  return escape(`${when}${level.toUpperCase().padEnd(5)} ${[event, ...pairs].join(" ")}`);
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  if (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    typeof value["message"] === "string"
  ) {
    const cause = isRecord(value["cause"])
      ? `, because ${JSON.parse(formatError(value["cause"]))}`
      : "";
    return JSON.stringify(`${value["name"]}: ${value["message"]}${cause}`);
  }
  return JSON.stringify(value) ?? "";
}

const formatError = (error: Record<string, unknown>): string => formatValue(error);

const escape = (text: string) =>
  text.replaceAll(controls, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Formats a line for programs: one JSON object. */
export function formatJson({ time, ...line }: LogLine): string {
  return JSON.stringify({ time: time === null ? null : new Date(time).toISOString(), ...line });
}
