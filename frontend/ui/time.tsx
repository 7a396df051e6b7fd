import { useFormats } from "../i18n/use-formats.ts";

/** Shows a date, with the exact time in a tooltip and in `datetime`. `at` is in Unix milliseconds. */
export function Time({ at }: { at: number }) {
  const formats = useFormats();
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)}>
      {formats.date(at)}
    </time>
  );
}
