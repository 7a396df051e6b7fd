import type { LogEventName } from "./log-events.ts";

/**
 * The loggable part of an error. It leaves out the `cause` data, which can contain codes, tokens and query parameters.
 */
export type ErrorSummary = { name: string; message: string; code?: string; cause?: ErrorSummary };

export type LogLevel = "info" | "warn" | "error";

/** What a line says of the request or the job that it belongs to. A `Ctx` is one. */
export type LogSubject = {
  requestId: string;
  actor?: { type: string; job?: string };
};

/**
 * The fields that every line has. Fields of the event come after them; `customer` and `user` are ids of those, wherever
 * an event is about one.
 */
export type LogLine = {
  /** ISO 8601, the real time: also beside the sandbox, whose clock may be ahead. */
  time: string;
  level: LogLevel;
  event: LogEventName;
  /** The id of the request, batch of messages or run of cron. It is in the answer, too. Missing outside of them. */
  request_id?: string;
  /** `cron`, or the name of the queue. Missing for requests. */
  job?: string;
  /** The id of the version of the Worker. */
  version?: string;
};

/** The fields of one event. None of them replaces one that says which line it is. */
type LogFields = Record<string, unknown> & {
  [Name in "time" | "level" | "event" | "version"]?: never;
};

// Of the isolate, and the same for all of its requests.
const deployed: { version?: string } = {};

/** Sets the version that lines name. */
export function setLogVersion(version: string | undefined): void {
  if (version !== undefined) deployed.version = version;
}

/** Logs one line of JSON. Fields must not contain secrets, cookies, tokens or bodies. */
export function logEvent(
  level: LogLevel,
  event: LogEventName,
  fields: LogFields,
  subject?: LogSubject,
): void {
  const line: LogLine = { time: new Date().toISOString(), level, event };
  if (subject) line.request_id = subject.requestId;
  if (subject?.actor?.job !== undefined) line.job = subject.actor.job;
  console[level](JSON.stringify({ ...line, ...deployed, ...fields }));
}

/** Logs an error of a request or a job. */
export function logFailure(
  subject: LogSubject,
  event: LogEventName,
  error: unknown,
  fields: LogFields = {},
): void {
  logEvent("error", event, { ...fields, error: summarizeError(error) }, subject);
}

/** Returns the names and messages of an error and all of its causes. */
export function summarizeError(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { name: typeof error, message: "not an Error" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause = causeOf(error);
  return {
    name: error.name,
    message: redactMessage(error),
    ...(code !== undefined && { code }),
    ...(cause && { cause: summarizeError(cause) }),
  };
}

function redactMessage(error: Error): string {
  // Drizzle's message contains the bound values. Its cause has the database's own message.
  if (error.message.startsWith("Failed query")) return "Failed query";
  // The parser quotes the text, which may be a body.
  if (error instanceof SyntaxError) return "not valid JSON";
  return error.message.replaceAll(/(https?:\/\/[^\s"'?]+)\?[^\s"',]*/g, "$1?…");
}

/** Returns the error's cause. Auth.js keeps it in `cause.err`. */
export function causeOf(error: Error): Error | undefined {
  const { cause } = error;
  if (cause instanceof Error) return cause;
  if (typeof cause === "object" && cause !== null && "err" in cause && cause.err instanceof Error)
    return cause.err;
  return undefined;
}
