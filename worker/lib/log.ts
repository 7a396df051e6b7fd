/** What may stand in a log about an error: never its `cause` data, which can hold codes, tokens and query parameters. */
export type ErrorSummary = { name: string; message: string; code?: string; cause?: ErrorSummary };

/** One line of JSON. Fields hold no secrets, no cookies, no tokens and no bodies. */
export function logEvent(
  level: "info" | "error",
  event: string,
  fields: Record<string, unknown>,
): void {
  console[level](JSON.stringify({ event, ...fields }));
}

/** An error's names and messages, its chain of causes included. */
export function summarizeError(error: unknown): ErrorSummary {
  if (!(error instanceof Error)) return { name: typeof error, message: "not an Error" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause = causeOf(error);
  return {
    name: error.name,
    // Drizzle's message carries the bound values; its cause says what the database said.
    message: error.message.startsWith("Failed query") ? "Failed query" : error.message,
    ...(code !== undefined && { code }),
    ...(cause && { cause: summarizeError(cause) }),
  };
}

/** The error below: Auth.js keeps it in `cause.err`. */
export function causeOf(error: Error): Error | undefined {
  const { cause } = error;
  if (cause instanceof Error) return cause;
  if (typeof cause === "object" && cause !== null && "err" in cause && cause.err instanceof Error)
    return cause.err;
  return undefined;
}
