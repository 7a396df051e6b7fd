import { formatDay, formatMoment } from "./format-time.ts";

/** A day, with the exact moment for machines and on hover. `at` is in unix milliseconds. */
export function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatDay(at)}
    </time>
  );
}
