import { useFormats } from "../../i18n/use-formats.ts";

/** A day in a list: "Mar 3, 2026", with the exact time in a tooltip. `at` is in Unix milliseconds. */
export function ListDay({ at }: { at: number }) {
  const formats = useFormats();
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)}>
      {formats.shortDate(at)}
    </time>
  );
}
