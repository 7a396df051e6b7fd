import { formatDate, formatDateTime } from "./format-time.ts";

/** Shows a date, with the exact time in a tooltip and in `datetime`. `at` is in Unix milliseconds. */
export function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatDate(at)}
    </time>
  );
}
