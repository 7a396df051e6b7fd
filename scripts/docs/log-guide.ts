const MARKS = { start: "<!-- the events of the log -->", end: "<!-- end of the events -->" };

/** An event of the log, and what it means. */
export type LogEventEntry = { name: string; meaning: string };

/**
 * Reads the list of events.
 * @param source the text of worker/lib/log-events.ts
 * @throws Error if an event has no comment
 */
export function readLogEvents(source: string): LogEventEntry[] {
  const list = source.slice(source.indexOf("export type LogEventName"));
  const entries = [...list.matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?\|\s*"([a-z_.]+)"/g)];
  return entries.map(([, comment, name = ""]) => {
    if (comment === undefined) throw new Error(`The event ${name} has no comment`);
    return { name, meaning: comment.replaceAll(/\s*\n\s*\*\s?/g, " ").trim() };
  });
}

/** Returns the guide with the current table of events. */
export function replaceLogEvents(guide: string, events: LogEventEntry[]): string {
  const [before, rest = ""] = guide.split(MARKS.start);
  const after = rest.split(MARKS.end)[1];
  if (before === undefined || after === undefined)
    throw new Error("The guide has no place for the events");
  const rows = events
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, meaning }) => `| \`${name}\` | ${meaning.replaceAll("|", "\\|")} |`);
  return [
    before,
    MARKS.start,
    "\n| event | meaning |\n| --- | --- |\n",
    rows.join("\n"),
    "\n",
    MARKS.end,
    after,
  ].join("");
}
