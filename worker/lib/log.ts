/**
 * The loggable part of an error. It leaves out the `cause` data, which can contain codes, tokens and query parameters.
 */
export type ErrorSummary = { name: string; message: string; code?: string; cause?: ErrorSummary };

/** Logs one line of JSON. Fields must not contain secrets, cookies, tokens or bodies. */
export function logEvent(
  level: "info" | "warn" | "error",
  event: string,
  fields: Record<string, unknown>,
): void {
  console[level](JSON.stringify({ event, ...fields }));
}

/** Logs an error of a request or a job. */
export function logFailure(
  ctx: { requestId: string },
  event: string,
  error: unknown,
  fields: Record<string, unknown> = {},
): void {
  logEvent("error", event, {
    ...fields,
    request_id: ctx.requestId,
    error: summarizeError(error),
  });
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
